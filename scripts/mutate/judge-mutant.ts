/** Does a test see a fault? The nearest unit tests first, then the others, then those of adapters, processes and files. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mutant, mutated } from './mutant.ts'
import { type TestGroup, type Tried, tryTests } from './try-tests.ts'

export interface Judgement {
  readonly isSeen: boolean
  /** The test that saw it, or how else it came out; what was tried where none did. */
  readonly by: string
}

interface Asking {
  readonly projects: readonly TestGroup['project'][]
  /** Files of other than unit tests that are tried: a fault that only one further away sees counts as not seen. */
  readonly others: number
}

// Chosen, not measured: unit tests of a file take seconds, those of processes half a minute.
const NEAR_UNIT_FILES = 8
const NEAR_INTEGRATION_FILES = 2
const NEAR_UNIT_SECONDS = 60
const UNIT_SECONDS = 120
const INTEGRATION_SECONDS = 240

/**
 * `copy`: a checkout that may be broken; `testsOf`: the files to ask, the nearest first. Remembers which tests pass without a fault: no other
 * test counts as having seen one.
 */
export function openJudge(copy: string, testsOf: (mutant: Mutant) => readonly string[], asking: Asking) {
  const sound = new Map<string, boolean>()

  async function passesWithout(group: TestGroup): Promise<boolean> {
    const key = group.files.join(' ')
    const known = sound.get(key) ?? (await tryTests(copy, group)).end === 'passed'
    sound.set(key, known)
    return known
  }

  /** Tests that fail without the fault too are left out, and the others asked again. */
  async function isSeenBy(mutant: Mutant, group: TestGroup): Promise<string | null> {
    const files = group.files.filter((file) => sound.get(file) !== false)
    if (files.length === 0) return null
    const asked = { ...group, files }
    const tried = await withFault(mutant, () => tryTests(copy, asked))
    if (tried.end === 'passed') return null
    const failed = tried.end === 'failed' && files.includes(tried.file) ? [tried.file] : files
    if (await passesWithout({ ...group, files: failed })) return nameOf(tried)
    return failed.length < files.length ? isSeenBy(mutant, asked) : null
  }

  async function withFault(mutant: Mutant, run: () => Promise<Tried>): Promise<Tried> {
    const path = join(copy, mutant.file)
    const good = readFileSync(path, 'utf8')
    writeFileSync(path, mutated(good, mutant))
    try {
      return await run()
    } finally {
      writeFileSync(path, good)
    }
  }

  return async (mutant: Mutant): Promise<Judgement> => {
    const groups = groupsOf(testsOf(mutant), asking.others).filter(({ project }) =>
      asking.projects.includes(project),
    )
    for (const group of groups) {
      const by = await isSeenBy(mutant, group)
      if (by !== null) return { isSeen: true, by }
    }
    return { isSeen: false, by: triedText(groups) }
  }
}

function groupsOf(files: readonly string[], others: number): TestGroup[] {
  const short = files.filter((file) => !file.endsWith('.long.test.ts'))
  const unit = short.filter((file) => file.startsWith('tests/unit/'))
  const integration = short.filter((file) => /^tests\/(?:contract|integration|regression)\//.test(file))
  const groups: readonly TestGroup[] = [
    { project: 'unit', files: unit.slice(0, NEAR_UNIT_FILES), seconds: NEAR_UNIT_SECONDS },
    { project: 'unit', files: unit.slice(NEAR_UNIT_FILES), seconds: UNIT_SECONDS },
    {
      project: 'integration',
      files: integration.slice(0, Math.min(NEAR_INTEGRATION_FILES, others)),
      seconds: INTEGRATION_SECONDS,
    },
    {
      project: 'integration',
      files: integration.slice(NEAR_INTEGRATION_FILES, others),
      seconds: INTEGRATION_SECONDS,
    },
  ]
  return groups.filter((group) => group.files.length > 0)
}

function triedText(groups: readonly TestGroup[]): string {
  const filesOf = (wanted: TestGroup['project']) =>
    groups.flatMap(({ project, files }) => (project === wanted ? files : [])).length
  return `not by ${filesOf('unit')} unit and ${filesOf('integration')} other test files`
}

function nameOf(tried: Tried): string {
  return tried.end === 'failed' ? `${tried.file} › ${tried.test}` : 'tests that do not end'
}

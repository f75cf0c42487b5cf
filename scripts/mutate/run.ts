/**
 * `npm run mutate -- [--seed N] [--count N] [--only FOLDER] [--cache FILE] [--tests unit|others|all] [--others N] [--again] [--write PART]`: plants
 * faults in the code that decides correctness, one at a time and in a copy of the checkout, and says which of them no test sees. `--tests unit`
 * is quick, and `--tests others --again` then asks the N nearest files of other tests for what those did not see. `--write` puts the result in
 * docs/figures/mutation.json. `--list FILE [--numbers N,N] [--only FOLDER]` plants the faults of a list in the place of drawn ones.
 */
import { rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeFigurePart } from '../lib/write-figures.ts'
import { openCompiler } from './compiles.ts'
import { checkoutFiles, copyCheckout } from './copy-checkout.ts'
import { decidingFiles, drawMutants } from './draw-mutants.ts'
import { openJudge } from './judge-mutant.ts'
import { isPlanted, listedMutant, type PlantedFault, readFaultList } from './listed-faults.ts'
import type { Mutant } from './mutant.ts'
import { relateTests } from './relate-tests.ts'
import { figuresOf, type ListFigures, listFiguresOf, type MutationFigures } from './sum-verdicts.ts'
import type { TestGroup } from './try-tests.ts'
import { openVerdicts, type Verdict } from './verdicts.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const PROJECTS: Readonly<Record<string, readonly TestGroup['project'][]>> = {
  unit: ['unit'],
  others: ['integration'],
  all: ['unit', 'integration'],
}
const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '150' },
    only: { type: 'string' },
    cache: { type: 'string', default: join(ROOT, 'node_modules/.cache/gloss-mutate/verdicts.jsonl') },
    again: { type: 'boolean', default: false },
    tests: { type: 'string', default: 'all' },
    others: { type: 'string', default: '6' },
    write: { type: 'string' },
    list: { type: 'string' },
    numbers: { type: 'string' },
  },
})
const [seed, count] = [Number(options.seed), Number(options.count)]
if (!Number.isInteger(seed) || !Number.isInteger(count) || count < 1)
  throw new Error('--seed and --count are whole numbers, --count at least 1.')

const projects = PROJECTS[options.tests]
if (projects === undefined) throw new Error(`--tests is one of ${Object.keys(PROJECTS).join(', ')}.`)

const copy = copyCheckout(ROOT)
// A stopped run leaves no copy behind: an ended process runs no `finally`.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))
process.once('exit', () => rmSync(dirname(copy), { recursive: true, force: true }))

// From here on all is read from the copy, so that the checkout may change while this runs.
const code = checkoutFiles(ROOT).filter((file) => file.endsWith('.ts') && !file.startsWith('web/'))
const relatedTests = relateTests(copy, code)
const namedTests = new Map<Mutant, readonly string[]>()
const testsOf = (mutant: Mutant) =>
  namedTests.get(mutant) ?? relatedTests(mutant.file).map(({ file }) => file)
const judge = openJudge(copy, testsOf, { projects, others: Number(options.others) })
const compiles = openCompiler(copy)
const kept = openVerdicts(options.cache, copy, options.again)

const figures = options.list === undefined ? await judgeDrawn() : await judgeList(options.list)
console.log(JSON.stringify(figures, null, 2))
if (options.write !== undefined)
  writeFigurePart('mutation', [options.write], {
    ...(options.list === undefined ? { seed } : { list: relative(ROOT, resolve(options.list)) }),
    tests: options.tests,
    ...(options.tests === 'unit' ? {} : { others: Number(options.others) }),
    ...(options.only === undefined ? {} : { only: options.only }),
    ...figures,
  })

async function judgeDrawn(): Promise<MutationFigures> {
  const files = decidingFiles(copy, options.only)
  if (files.length === 0) throw new Error(`No code that decides correctness lies in "${options.only}".`)
  const verdicts: Verdict[] = []
  let judged = 0
  for (const mutant of drawMutants(copy, files, seed)) {
    if (judged >= count) break
    const verdict = await verdictOf(mutant)
    verdicts.push(verdict)
    if (verdict.outcome === 'refused by the compiler') continue
    judged++
    console.log(
      `${judged} ${verdict.outcome}: ${verdict.file}:${verdict.line} ${verdict.was} -> ${verdict.becomes} [${verdict.by}]`,
    )
  }
  return figuresOf(verdicts)
}

/** Every row is looked up before the first is judged, so that a list that no longer fits the code fails at once. */
async function judgeList(list: string): Promise<ListFigures> {
  const numbers = options.numbers?.split(',').map(Number)
  const isAsked = ({ file }: PlantedFault) =>
    options.only === undefined || file.startsWith(`${options.only}/`)
  const faults = readFaultList(list).filter(
    (fault) => (numbers?.includes(fault.number) ?? true) && (!isPlanted(fault) || isAsked(fault)),
  )
  const planted = faults.filter(isPlanted).map((fault) => ({ fault, mutant: listedMutant(copy, fault) }))
  const verdicts = new Map<PlantedFault, Verdict>()
  for (const { fault, mutant } of planted) {
    if (fault.tests !== undefined) namedTests.set(mutant, fault.tests)
    const verdict = await verdictOf(mutant)
    if (verdict.outcome === 'refused by the compiler')
      throw new Error(`Fault ${fault.number} does not compile: ${verdict.file}:${verdict.line}.`)
    verdicts.set(fault, verdict)
    console.log(`${fault.number} ${verdict.outcome}: ${fault.fault} [${verdict.by}]`)
  }
  return listFiguresOf(faults, verdicts)
}

async function verdictOf(mutant: Mutant): Promise<Verdict> {
  return kept.find(mutant) ?? kept.keep(mutant, await outcomeOf(mutant))
}

async function outcomeOf(mutant: Mutant): Promise<Pick<Verdict, 'outcome' | 'by'>> {
  if (mutant.file.endsWith('.ts') && !compiles(mutant)) return { outcome: 'refused by the compiler', by: '' }
  const { isSeen, by } = await judge(mutant)
  return { outcome: isSeen ? 'seen' : 'not seen', by }
}

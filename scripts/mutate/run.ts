/**
 * `npm run mutate -- [--seed N] [--count N] [--only FOLDER] [--cache FILE] [--tests unit|others|all] [--others N] [--again] [--write PART]`: plants
 * faults in the code that decides correctness, one at a time and in a copy of the checkout, and says which of them no test sees. `--tests unit`
 * is quick, and `--tests others --again` then asks the N nearest files of other tests for what those did not see. `--write` puts the result in
 * docs/figures/mutation.json.
 */
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeFigurePart } from '../lib/write-figures.ts'
import { openCompiler } from './compiles.ts'
import { checkoutFiles, copyCheckout } from './copy-checkout.ts'
import { decidingFiles, drawMutants } from './draw-mutants.ts'
import { openJudge } from './judge-mutant.ts'
import { relateTests } from './relate-tests.ts'
import { figuresOf } from './sum-verdicts.ts'
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
const files = decidingFiles(copy, options.only)
if (files.length === 0) throw new Error(`No code that decides correctness lies in "${options.only}".`)
const code = checkoutFiles(ROOT).filter((file) => file.endsWith('.ts') && !file.startsWith('web/'))
const judge = openJudge(copy, relateTests(copy, code), { projects, others: Number(options.others) })
const compiles = openCompiler(copy)
const kept = openVerdicts(options.cache, copy, options.again)
const verdicts: Verdict[] = []
let judged = 0
for (const mutant of drawMutants(copy, files, seed)) {
  if (judged >= count) break
  const verdict = kept.find(mutant) ?? kept.keep(mutant, await outcomeOf(mutant))
  verdicts.push(verdict)
  if (verdict.outcome === 'refused by the compiler') continue
  judged++
  console.log(
    `${judged} ${verdict.outcome}: ${verdict.file}:${verdict.line} ${verdict.was} -> ${verdict.becomes} [${verdict.by}]`,
  )
}
const figures = figuresOf(verdicts)
console.log(JSON.stringify(figures, null, 2))
if (options.write !== undefined)
  writeFigurePart('mutation', [options.write], {
    seed,
    tests: options.tests,
    ...(options.tests === 'unit' ? {} : { others: Number(options.others) }),
    ...(options.only === undefined ? {} : { only: options.only }),
    ...figures,
  })

async function outcomeOf(mutant: Parameters<typeof judge>[0]): Promise<Pick<Verdict, 'outcome' | 'by'>> {
  if (!compiles(mutant)) return { outcome: 'refused by the compiler', by: '' }
  const { isSeen, by } = await judge(mutant)
  return { outcome: isSeen ? 'seen' : 'not seen', by }
}

/**
 * Does every pattern hold before a model server that nobody here wrote? Each to its end with small limits, as in `npm run test:real`, then
 * ReThinker with larger ones: the monitor must look, code run, and code search the corpus and read a paper. Agents of ReThinker answer in a form
 * that the server is given as a grammar, because the small model keeps none; its words, log probabilities and counts are its own. Exit code 1
 * where something does not hold.
 * Run: GLOSS_TEST_LLM_URL=http://127.0.0.1:8099/v1 npm run measure real-patterns [-- --only rethinker]; with --free, ReThinker without forms.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hasShared } from '../../../tests/fixtures/shared.ts'
import { LARGE_RETHINKER, type PatternRun, SMALL_CASES, solvePatterns } from './solver/real-patterns.ts'

const SEED = 20_261_123

function problemsOf({ pattern, status, ledger }: PatternRun): string[] {
  return [
    ...(status === 'done' ? [] : [`${pattern} ended as ${status}`]),
    ...(ledger.calls === ledger.whole + ledger.left
      ? []
      : [`${pattern}: the ledger has another number of calls`]),
    // Of a call that was left before the server said anything, the ledger has an estimate.
    ...(ledger.differing === 0 && ledger.leftDiffering <= ledger.estimated
      ? []
      : [`${pattern}: calls were counted otherwise`]),
  ]
}

function missingIn({ watch, functionCalls }: PatternRun): string[] {
  const { looks = 0, codeBlocks = 0 } = watch ?? {}
  return [
    ...(looks > 0 ? [] : ['the monitor did not look']),
    ...(codeBlocks > 0 ? [] : ['no code was run']),
    ...['web_search', 'web_parse']
      .filter((name) => !functionCalls.includes(name))
      .map((name) => `no code called ${name}`),
  ]
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, free: { type: 'boolean', default: false } },
})
const { GLOSS_TEST_LLM_URL: url = '' } = process.env
if (url === '' || !hasShared)
  console.log(`skipped: ${url === '' ? 'GLOSS_TEST_LLM_URL is not set' : '../shared is not here'}`)
else {
  const scratch = mkdtempSync(join(tmpdir(), 'gloss-patterns-'))
  try {
    const plan = { url, scratch, seed: SEED, maxTokens: 12, onLine: console.log }
    const small = SMALL_CASES.filter(({ pattern }) => values.only === undefined || pattern === values.only)
    const problems = values.free ? [] : (await solvePatterns(plan, small)).flatMap(problemsOf)
    if (values.only === undefined || values.only === 'rethinker') {
      const large = { ...LARGE_RETHINKER, forms: values.free ? null : LARGE_RETHINKER.forms }
      const runs = await solvePatterns({ ...plan, scratch: join(scratch, 'large') }, [large])
      problems.push(...runs.flatMap((run) => (values.free ? [] : [...problemsOf(run), ...missingIn(run)])))
    }
    for (const problem of problems) console.log(`PROBLEM ${problem}`)
    process.exitCode = problems.length === 0 ? 0 : 1
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

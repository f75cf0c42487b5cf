/**
 * Does the whole solver hold before a model server that nobody here wrote? Some questions of ../shared/data/questions with small limits: each run
 * must end by itself, every stage be reached, and the ledger be what the server counted; then one run is killed with -9 at seeded moments and
 * gone on with, and must come to what an undisturbed one comes to (the server is for this check alone). Exit code 1 where something does not hold.
 * Measured on two busy cores: two questions in 28 s at a load of 4, twenty in 29 minutes at a load of 8; 20 kills in 5 minutes at a load of 3.
 * Run: GLOSS_TEST_LLM_URL=http://127.0.0.1:8099/v1 npm run measure real-solver [-- --questions 20 --kills 20 --max-tokens 12]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { hasShared } from '../../../tests/fixtures/shared.ts'
import { killReal, type RealSolverPlan, solveReal, stagesNotReached } from './solver/real-solver.ts'

const SEED = 20_261_121

async function checkQuestions(plan: RealSolverPlan): Promise<string[]> {
  const solved = await solveReal(plan)
  const { ledger, runs } = solved
  console.log(ledger)
  console.log(
    `${runs.length} questions; ${ledger.whole - ledger.differing} of ${ledger.whole} whole calls as the server counted them; of ${ledger.left} streams ` +
      'that were left the prompts are, and of what the server wrote unread nothing can be known.',
  )
  return [
    ...runs.flatMap(({ question, status }) => (status === 'done' ? [] : [`${question} ended as ${status}`])),
    ...stagesNotReached(solved).map((stage) => `no run reached ${stage}`),
    ...(ledger.calls === ledger.whole + ledger.left ? [] : ['the ledger has another number of calls']),
    ...(ledger.differing === 0 ? [] : [`${ledger.differing} whole calls were counted otherwise`]),
    ...(ledger.leftDiffering === 0 ? [] : [`${ledger.leftDiffering} calls that were left do not fit`]),
  ]
}

async function checkKills(plan: RealSolverPlan): Promise<string[]> {
  const { kills, ended, traces, undisturbed } = await killReal(plan)
  const other = traces.filter(({ trace }) => !isDeepStrictEqual(trace, undisturbed))
  for (const { trace } of other) console.log(JSON.stringify(undisturbed), JSON.stringify(trace))
  console.log(
    `${kills} kills, ${ended} runs ended between them: ${ended - other.length} as the undisturbed one.`,
  )
  return other.map(({ run }) => `run ${run} came to something else`)
}

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '20' },
    kills: { type: 'string', default: '20' },
    'max-tokens': { type: 'string', default: '12' },
  },
})
const { GLOSS_TEST_LLM_URL: url = '' } = process.env
if (url === '' || !hasShared)
  console.log(`skipped: ${url === '' ? 'GLOSS_TEST_LLM_URL is not set' : '../shared is not here'}`)
else {
  const scratch = mkdtempSync(join(tmpdir(), 'gloss-solver-'))
  try {
    const plan = {
      url,
      scratch,
      questions: Number(values.questions),
      kills: Number(values.kills),
      seed: SEED,
      maxTokens: Number(values['max-tokens']),
      onLine: console.log,
    }
    const problems = [
      ...(plan.questions > 0 ? await checkQuestions(plan) : []),
      ...(plan.kills > 0 ? await checkKills(plan) : []),
    ]
    for (const problem of problems) console.log(`PROBLEM ${problem}`)
    process.exitCode = problems.length === 0 ? 0 : 1
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

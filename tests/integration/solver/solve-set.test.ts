/** `gloss solve --file` with scripted models: answers to 3 questions x 2 runs, killed and gone on with. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { StartedServer } from '../../fakes/scripted-llm/server.ts'
import { solved } from '../../fixtures/eigen1-run.ts'
import { GOLD_ALONE, preparedSet, questionIn, SMALL } from '../../fixtures/question-set.ts'
import { answerOf, runCli, startCli } from '../../fixtures/run-cli.ts'

interface SetAnswer {
  readonly preparation: readonly { readonly role: string }[]
  readonly answers: readonly {
    readonly id: string
    readonly run: number
    readonly runId: string
    readonly status: string
    readonly finalAnswer: string | null
  }[]
}

interface Line {
  readonly id: string
  readonly run: number
  readonly runId: string
  readonly answer: string | null
  readonly finalAnswer: string | null
  readonly ledger: Readonly<Record<string, { readonly calls: number }>>
}

const SOLVE = ['solve', '--file', 'questions.json', '--yes', '--runs', '2', '--out', 'results', ...SMALL]
// Two proposers, correctors, refiners and evaluators, and a ranker.
const CALLS_OF_A_RUN = 9

function linesOf(cwd: string): Line[] {
  const text = readFileSync(join(cwd, 'results', 'answers.jsonl'), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function sentTexts({ requests }: StartedServer): string {
  return requests.map(({ body }) => JSON.stringify(body)).join('\n')
}

test('three questions are solved twice each, and no gold is in any request', async () => {
  const { options, server, cwd } = await preparedSet()
  const { answers, preparation } = await answerOf<SetAnswer>(SOLVE, options)
  expect(preparation.map(({ role }) => role)).toEqual(['proposer', 'corrector', 'refiner', 'ranker'])
  expect(answers.map(({ id, run, status, finalAnswer }) => [id, run, status, finalAnswer])).toEqual([
    ['count', 1, 'done', '30'],
    ['count', 2, 'done', '30'],
    ['choice', 1, 'done', 'B'],
    ['choice', 2, 'done', 'B'],
    ['words', 1, 'done', 'They switch at every place'],
    ['words', 2, 'done', 'They switch at every place'],
  ])
  expect(new Set(answers.map(({ runId }) => runId)).size).toBe(6)
  const lines = linesOf(cwd)
  expect(lines.map(({ id, run }) => [id, run])).toEqual(answers.map(({ id, run }) => [id, run]))
  expect(lines[0]?.answer).toContain('\\boxed{30}')
  expect(lines[0]?.ledger['proposer']?.calls).toBe(2)
  const sheet = readFileSync(join(cwd, 'results', 'answers.csv'), 'utf8').split('\r\n')
  expect(sheet[0]).toMatch(/^id,run,runId,status,finalAnswer/)
  expect(sheet[1]).toMatch(/^count,1,[0-9a-f]+,done,30,/)
  expect(sentTexts(server)).not.toContain(GOLD_ALONE)

  const before = server.requests.length
  expect(await answerOf<SetAnswer>(SOLVE, options)).toMatchObject({ answers, preparation: [] })
  expect(server.requests).toHaveLength(before)
})

test.each([
  { name: 'killed', signal: 'SIGKILL' },
  { name: 'stopped', signal: 'SIGINT' },
] as const)('a set that was $name goes on: what was answered is not asked again', async ({ signal }) => {
  const killed = Promise.withResolvers<void>()
  let evaluations = 0
  const { options, server, cwd } = await preparedSet({
    evaluator() {
      evaluations++
      if (evaluations < 5) return { text: '{"quality_scores": [5, 5, 5], "suggestion": "None."}' }
      killed.resolve()
      return { text: 'never said', firstTokenMs: 60_000 }
    },
  })
  const process = startCli([...SOLVE, '--concurrency', '1'], options)
  await killed.promise
  const beside = await runCli(SOLVE, options)
  expect([beside.code, beside.stderr]).toEqual([1, expect.stringContaining('[RESULTS_BUSY]')])
  process.child.kill(signal)
  await process.run()
  expect(linesOf(cwd).map(({ id, run }) => [id, run])).toEqual([
    ['count', 1],
    ['count', 2],
  ])
  evaluations = Number.NEGATIVE_INFINITY
  const before = server.requests.length
  const { answers } = await answerOf<SetAnswer>(SOLVE, options)
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill('done'))
  // Of the third run the two evaluators and the ranker are left.
  expect(server.requests.length - before).toBe(3 + 3 * CALLS_OF_A_RUN)
  const { code, stderr } = await runCli(SOLVE, options)
  expect([code, stderr]).toEqual([0, expect.stringContaining('6 of them already finished')])
})

test('a question that fails is tried three times, and again when that is asked for', async () => {
  let isDown = true
  const { options, server, cwd } = await preparedSet({
    proposer: (request) =>
      isDown && questionIn(request) === 'words'
        ? { fault: { kind: 'status', status: 503 } }
        : { text: 'Done. <answer>\\boxed{B}</answer>' },
  })
  const solve = [...SOLVE.slice(0, 4), '--out', 'results', ...SMALL]
  const first = await runCli([...solve, '--json'], options)
  expect(first.code).toBe(1)
  expect(first.stderr).toContain('failed, retrying')
  const failed = () => server.requests.filter((request) => questionIn(request) === 'words').length
  expect(failed()).toBe(3 * 2)
  expect(linesOf(cwd).at(-1)).toMatchObject({ id: 'words', status: 'failed', answer: null })
  await runCli(solve, options)
  expect(failed()).toBe(3 * 2)
  isDown = false
  const { answers } = await answerOf<SetAnswer>([...solve, '--again'], options)
  expect(answers.map(({ status }) => status)).toEqual(['done', 'done', 'done'])
})

test('a dump has every candidate at every stage', async () => {
  const { options, cwd } = await preparedSet({
    evaluator: () => ({ text: '{"quality_scores": [1, 1, 1], "suggestion": "Count again."}' }),
  })
  await answerOf<SetAnswer>([...SOLVE.slice(0, 4), '--out', 'results', ...SMALL, '--dump'], options)
  const [first] = readFileSync(join(cwd, 'results', 'dump.jsonl'), 'utf8').split('\n')
  expect(JSON.parse(first ?? '')).toEqual({
    id: 'count',
    run: 1,
    query: 'How many sequences are possible in F3?',
    solutions: [solved(32), solved(32)],
    corrected: [solved(32), solved(32)],
    refined: [solved(30), solved(30)],
    rounds: [
      {
        evaluations: [0, 1].map((index) => ({
          index,
          quality_scores: [1, 1, 1],
          score: 1,
          suggestion: 'Count again.',
        })),
        failed: [solved(30), solved(30)],
        replaced: [solved(32), solved(32)],
      },
    ],
    pool: [solved(32), solved(32)],
    final: solved(32),
    ranker: 'FINAL DECISION: <select>Response 1</select>',
  })
})

test('runs of other settings, and a question beside a file, are refused', async () => {
  const { options } = await preparedSet()
  const solve = [...SOLVE.slice(0, 4), '--out', 'results', ...SMALL]
  await answerOf<SetAnswer>(solve, options)
  const other = await runCli([...solve, '--retrieval', 'none'], options)
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('holds runs of other settings')])
  const both = await runCli([...solve, 'Why?'], options)
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('Give a question or --file')])
})

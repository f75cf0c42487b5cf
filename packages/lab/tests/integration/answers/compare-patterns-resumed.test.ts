/** `gloss compare-patterns` continues where it was after a kill or a stop by its cost limit. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everyPattern } from '../../../../../tests/fixtures/every-pattern.ts'
import { preparedSet, questionIn } from '../../../../../tests/fixtures/question-set.ts'
import { answerOf, runCli, startCli } from '../../../../../tests/fixtures/run-cli.ts'
import type { AnswersReport } from '../../../evaluation/index.ts'
import type { PatternComparison } from '../../../use-cases/evaluate/compare-patterns.ts'

type Compared = AnswersReport & Omit<PatternComparison, 'report'>

const COMPARE = ['compare-patterns', '--file', 'questions.json', '--out', 'compared']
const workedOut: Parameters<typeof everyPattern>[0] = (request) =>
  questionIn(request) === 'count' ? '30' : 'B'

test('a comparison that is killed goes on: what was answered is not asked again', async () => {
  const reached = Promise.withResolvers<void>()
  let isHeld = true
  const { options, server } = await preparedSet({
    ...everyPattern(workedOut),
    worker(request) {
      if (!isHeld || questionIn(request) !== 'choice') return { text: 'Final Answer:\n30' }
      reached.resolve()
      return { text: 'never said', firstTokenMs: 60_000 }
    },
  })
  const compare = [...COMPARE, '--patterns', 'single,hmaw', '--yes', '--concurrency', '1']
  const process = startCli(compare, options)
  await reached.promise
  process.child.kill('SIGKILL')
  await process.run()
  isHeld = false
  const before = server.requests.length
  const compared = await answerOf<Compared>(compare, options)
  // The worker of the second question is left, and all three roles of the third.
  expect(server.requests.length - before).toBe(4)
  expect(compared.settings.map(({ name, spending }) => [name, spending?.runs])).toEqual([
    ['single', 3],
    ['hmaw', 3],
  ])
})

test('no run is begun that is expected to pass the limit on costs, and a higher limit goes on', async () => {
  const { options, server, cwd } = await preparedSet(everyPattern(workedOut))
  const compare = [...COMPARE, '--patterns', 'single,hmaw', '--yes', '--decoding', 'maxTokens=1000']
  const unpriced = await runCli([...compare, '--cost-limit', '1'], options)
  expect([unpriced.code, unpriced.stderr]).toEqual([
    2,
    expect.stringContaining('needs the price of every model'),
  ])

  const price = { prompt: 0, completion: 1_000 }
  const models = Object.fromEntries(['solver', 'ceo', 'manager', 'worker'].map((name) => [name, price]))
  writeFileSync(join(cwd, 'prices.json'), JSON.stringify({ models }))
  const priced = { ...options, env: { ...options.env, GLOSS_PRICES: 'prices.json' } }
  // 1,000 tokens at $1,000 per million are a dollar: one single shot, then a chain of three.
  const limited = [...compare, '--concurrency', '1', '--cost-limit', '2']
  const stopped = await answerOf<Compared>(limited, priced)
  expect(stopped.stopped).toMatchObject({
    costLimit: 2,
    arm: 'hmaw',
    expected: 3,
    left: { single: 2, hmaw: 3 },
  })
  expect(stopped.stopped?.spent).toBeLessThan(0.1)
  expect(server.requests).toHaveLength(1)
  const whole = await answerOf<Compared>([...compare, '--cost-limit', '100'], priced)
  expect(whole.stopped).toBeNull()
  expect(whole.settings.map(({ name, spending }) => [name, spending?.runs])).toEqual([
    ['single', 3],
    ['hmaw', 3],
  ])
  expect(whole.settings[0]?.spending?.ofRight?.cost).toBeGreaterThan(0)
  expect(server.requests).toHaveLength(3 + 9)
})

test.each([
  ['compare-patterns', ['--file', 'questions.json', '--patterns', 'hmaw'], 'grid/hmaw'],
  ['ablate', ['questions.json', '--pattern', 'hmaw', '--rows', 'T2'], 'grid/T2-hmaw'],
])('each run of %s stops at half a million tokens', async (name, words, folder) => {
  const worker = () => ({
    text: 'Reasoning:\nIt is so.\nFinal Answer:\n30',
    usage: [1_000, 300_000] as const,
  })
  const { options, cwd } = await preparedSet({ ceo: worker, manager: worker, worker })
  const statuses = () => readFileSync(join(cwd, folder, 'answers.jsonl'), 'utf8').match(/"status":"\w+"/g)
  const asked = [name, ...words, '--out', 'grid', '--concurrency', '1', '--yes']
  expect((await runCli(asked, options)).stderr).toContain('each run stops at 500,000 tokens')
  expect(statuses()).toEqual(Array(3).fill('"status":"budget"'))
})

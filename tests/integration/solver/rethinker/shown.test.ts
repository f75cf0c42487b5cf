/** ReThinker as people see it: the demonstration without a model, its trace, and what the page is given. */
import { beforeEach, expect, test } from 'vitest'
import { withoutPace } from '../../../fixtures/no-pace.ts'
import { answerOf, runCli } from '../../../fixtures/run-cli.ts'
import { allEvents, openServedSolver } from '../../../fixtures/served-solver.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

beforeEach(withoutPace)

test('the demonstration runs without a model, and its trace has the rounds of the selector as a table', async () => {
  const options = { cwd: temporaryFolder() }
  const run = await answerOf<Record<string, unknown>>(['solve', '--demo', '--pattern', 'rethinker'], options)
  expect(run).toMatchObject({
    pattern: 'rethinker',
    status: 'done',
    answer: expect.stringContaining('<answer>\\boxed{30}</answer>'),
    ledger: { solver: { calls: 4 }, reflector: { calls: 2 }, critic: { calls: 3 }, selector: { calls: 2 } },
  })
  expect(Object.keys(run['stages'] as object).toSorted()).toEqual(
    ['critic.0', 'reflector', 'selector.0', 'selector.1', 'solver.0'].toSorted(),
  )
  const { stdout } = await runCli(['runs', 'show', String(run['run']), '--full'], options)
  expect(stdout).toMatch(
    /\| round \| order shown \| pick \| perplexity \| over tokens \|[\s\S]*\| 2 \| 2, 1 \| 1 \| not given \| {2}\|/,
  )
  expect(stdout).toContain('Response 1 was chosen by every round of the selector that named one.')
  expect(stdout).toContain('gave no log probabilities')
})

test('the page is given paths as columns with summary and critic, and rows of the selector that belong to no column', async () => {
  const { origin } = await openServedSolver({}, { papers: [] })
  const events = await allEvents(`${origin}/solve/demonstration`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ pattern: 'rethinker' }),
  })
  const of = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data)
  expect(of('run')).toMatchObject([
    { pattern: 'rethinker', shape: { column: 'Path', columnSetting: 'paths' } },
  ])
  const candidates = of('turn').map(({ candidate }) => Number(candidate))
  expect(candidates.toSorted()).toEqual([0, 1])
  expect(new Set(of('turn').map(({ role }) => String(role)))).toEqual(new Set(['reflector']))
  expect(of('selector-row')).toMatchObject([
    { round: '1', order: [1, 2], pick: 1, perplexity: 'not given', tokens: null },
    { round: '2', order: [2, 1], pick: 1, perplexity: 'not given', tokens: null },
  ])
  // Response 1 is of the first path, which is column 0.
  expect(of('selection')).toMatchObject([{ candidate: 0, decided: 'unanimous' }])
  expect(of('answer')).toMatchObject([{ status: 'done', candidate: 0 }])
})

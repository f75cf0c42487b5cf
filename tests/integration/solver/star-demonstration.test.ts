/** The four patterns of Reasoning With a Star are played without a model, and shown with their slots. */
import { expect, it } from 'vitest'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

it.each([
  { pattern: 'hmaw', calls: 3, roles: ['ceo', 'manager', 'worker'], shows: ['original_query'] },
  {
    pattern: 'pace',
    calls: 5,
    roles: ['answer', 'critic', 'encloser', 'planner'],
    shows: [
      'Requirements, as they were judged',
      '| C1 | a whole number | unknown |',
      '| pace_answer_text | 2 |',
    ],
  },
  {
    pattern: 'phase',
    calls: 8,
    roles: ['analyzer', 'evaluator', 'finalizer', 'hypothesizer', 'planner', 'solver'],
    shows: ['Plan and hypothesis', '| hypothesis | assumptions |', '| phase_solution_text | 2 |'],
  },
  {
    pattern: 'schema',
    calls: 8,
    roles: ['allocator', 'architect', 'expert', 'finalizer', 'guard', 'synthesizer'],
    shows: ['Architecture', '| S1 | biology |', '| expert_log | 3 |'],
  },
])('$pattern is demonstrated in $calls calls', async ({ pattern, calls, roles, shows }) => {
  const options = { cwd: temporaryFolder() }
  const run = await answerOf<Record<string, object>>(['solve', '--demo', '--pattern', pattern], options)
  expect(run).toMatchObject({ pattern, status: 'done', answer: expect.stringMatching(/Final Answer:\s*30$/) })
  const ledger = run['ledger'] as Readonly<Record<string, { readonly calls: number }>>
  const asked = Object.entries(ledger).filter(([role]) => role !== 'total')
  expect(asked.map(([role]) => role).sort()).toEqual(roles)
  expect(asked.reduce((sum, [, row]) => sum + row.calls, 0)).toBe(calls)
  const { stdout } = await runCli(['runs', 'show', String(run['run'])], options)
  for (const text of shows) expect(stdout.replaceAll('\\', '')).toContain(text)
})

/** The four patterns of Reasoning With a Star are played without a model, and shown with their slots. */
import { afterAll, expect, it } from 'vitest'
import { continueRun, loadConfig, openGloss, readRunTrace, startDemonstration } from '../../../app/index.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

// One for all, since each reads the sample papers once.
const folder = sharedFolder()
const gloss = await openGloss(loadConfig({ workspace: folder }, {}))
afterAll(async () => {
  await gloss.close()
})

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
  const record = await startDemonstration(gloss, NEVER, pattern)
  const { status, answer, ledgers } = await continueRun(gloss, record, { signal: NEVER, paceMs: 0 })
  expect([status, answer]).toEqual(['done', expect.stringMatching(/Final Answer:\s*30$/)])
  expect(ledgers.byRole.map(({ role }) => role).sort()).toEqual(roles)
  expect(ledgers.byRole.reduce((sum, row) => sum + row.calls, 0)).toBe(calls)
  const shown = (await readRunTrace(gloss, record.id, { marks: [], problems: [] }))
    .markdown()
    .replaceAll('\\', '')
  for (const text of shows) expect(shown).toContain(text)
})

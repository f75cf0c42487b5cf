/** The four patterns of Reasoning With a Star are played without a model, and shown with their slots. */
import { afterAll, expect, it } from 'vitest'
import { continueRun, loadConfig, openGloss, readRunTrace, startDemonstration } from '../../../app/index.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'
import { casesIn } from '../../fixtures/case-lines.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

// One for all, since each reads the sample papers once.
const folder = sharedFolder()
const gloss = await openGloss(loadConfig({ workspace: folder }, {}))
afterAll(async () => {
  await gloss.close()
})

it.each(
  casesIn<'pattern' | 'calls' | 'roles' | 'shows'>(
    `
  pattern → calls → roles → shows
  hmaw → 3 → ceo, manager, worker → original_query
  pace → 5 → answer, critic, encloser, planner → Requirements, as they were judged; | C1 | a whole number | unknown |; | pace_answer_text | 2 |
  phase → 8 → analyzer, evaluator, finalizer, hypothesizer, planner, solver → Plan and hypothesis; | hypothesis | assumptions |; | phase_solution_text | 2 |
  schema → 8 → allocator, architect, expert, finalizer, guard, synthesizer → Architecture; | S1 | biology |; | expert_log | 3 |
`,
    ' → ',
  ),
)('$pattern is demonstrated in $calls calls', async ({ pattern, calls, roles, shows }) => {
  const record = await startDemonstration(gloss, NEVER, pattern)
  const { status, answer, ledgers } = await continueRun(gloss, record, { signal: NEVER, paceMs: 0 })
  expect([status, answer]).toEqual(['done', expect.stringMatching(/Final Answer:\s*30$/)])
  expect(
    ledgers.byRole
      .map(({ role }) => role)
      .sort()
      .join(', '),
  ).toBe(roles)
  expect(ledgers.byRole.reduce((sum, row) => sum + row.calls, 0)).toBe(Number(calls))
  const shown = (await readRunTrace(gloss, record.id, { marks: [], problems: [] }))
    .markdown()
    .replaceAll('\\', '')
  for (const text of shows.split('; ')) expect(shown).toContain(text)
})

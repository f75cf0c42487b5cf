/** Worked examples of the paper (specs, section 8) through whole runs, and that a run with the same answers is the same run. */
import { describe, expect, test } from 'vitest'
import { solved } from '../../fixtures/eigen1-run.ts'
import { askedOf, finalTrace, openSolver, promptOf, solve } from '../../fixtures/solved-run.ts'
import { COUNTED, DEMAND, DEMANDED } from '../../fixtures/solver-examples.ts'

test('W14: a text without what the evaluator demands fails, and the one with it passes', async () => {
  const solver = await openSolver(DEMANDED)
  const { details, outcome } = await solve(solver, { settings: { proposers: 1, rounds: 2 } })
  expect(details.rounds).toMatchObject([
    { evaluations: [{ passes: false, suggestion: DEMAND }], failed: [0], replaced: [0] },
    { evaluations: [{ passes: true, composite: 5 }], failed: [] },
  ])
  expect(promptOf(askedOf(solver, 'corrector').at(-1)!)).toContain(DEMAND)
  expect(outcome.answer).toContain('Tree C has 6 changes')
  expect(outcome.answer).toContain(solved('C'))
})

describe('the same seed and the same answers', () => {
  test('are the same run: journal, details, evidence and trace', async () => {
    const solver = await openSolver(COUNTED)
    const question = { settings: { proposers: 3, seed: 11, rounds: 2 } }
    const one = await solve(solver, question)
    const asked = solver.server.requests.length
    const other = await solve(solver, question)
    expect(solver.server.requests).toHaveLength(2 * asked)
    expect(await finalTrace(solver.gloss, other.id)).toEqual(await finalTrace(solver.gloss, one.id))
    const prompts = solver.server.requests.map(({ body }) =>
      JSON.stringify(body).replace(/'execution_time': [\d.e-]+/g, ''),
    )
    expect(prompts.slice(asked).toSorted()).toEqual(prompts.slice(0, asked).toSorted())
  })
})

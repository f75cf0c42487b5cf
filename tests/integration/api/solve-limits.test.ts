/** Tests the limits of runs requested by clients. */
import { expect, it } from 'vitest'
import { BODY, openServedSolver } from '../../fixtures/served-solver.ts'

const ASYNC = { prefer: 'respond-async' }

it('has bounds, and a budget of tokens unless the client says otherwise', async () => {
  const { served } = await openServedSolver()
  const solve = async (body: object) => {
    const payload = { ...BODY, ...body }
    return await served.server.inject({ method: 'POST', url: '/solve', headers: ASYNC, payload })
  }
  for (const settings of [
    { maxTokens: 1e9 },
    { maxSteps: 1e9 },
    { weights: [1e300, 1e300, 1e300] },
    { weights: [0.2, 0.6, 1_001] },
  ]) {
    const answer = await solve({ settings })
    expect([settings, answer.statusCode, answer.json().code]).toEqual([settings, 400, 'INPUT_INVALID'])
  }
  const budgets = [
    { budget: {}, tokens: 5_000_000 },
    { budget: { seconds: 60 }, tokens: 5_000_000 },
    { budget: { tokens: 1_000 }, tokens: 1_000 },
    { budget: { tokens: null }, tokens: null },
  ]
  for (const { budget, tokens } of budgets) {
    const { id } = (await solve({ budget })).json()
    expect((await served.gloss.runs().get(id)).plan.budget).toMatchObject({ ...budget, tokens })
    await served.server.inject({ method: 'POST', url: `/runs/${id}/cancel` })
  }
})

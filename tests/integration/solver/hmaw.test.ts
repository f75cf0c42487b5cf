/** HMAW by the checks and worked examples of specs/reasoning-with-a-star.md. */
import { describe, expect, it } from 'vitest'
import { continueRun } from '../../../app/index.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'
import { finalTrace, openSolver } from '../../fixtures/solved-run.ts'
import { runStar, scriptsOf } from '../../fixtures/star-run.ts'

const LINES = {
  ceo: '**Detailed Instructions to MANAGER**: have it computed',
  manager: '<think>what to say</think>**Detailed Instructions to WORKER**: compute it',
  worker: 'It is 48.8 km/s.\n\nFinal Answer: 48.8 km/s',
}

describe('HMAW', () => {
  it('S18 replays an ended run from its journal without asking anything', async () => {
    const { solver, id } = await runStar('hmaw', LINES)
    const before = await finalTrace(solver.gloss, id)
    await continueRun(solver.gloss, await solver.gloss.runs().get(id), { signal: NEVER })
    expect(await finalTrace(solver.gloss, id)).toEqual(before)
    expect(solver.server.requests).toHaveLength(3)
  })

  it.each([
    ['nothing', ''],
    ['only thoughts', '<think>I wonder what this could be'],
  ])('ends without a solution where the worker writes %s', async (_, worker) => {
    const { outcome } = await runStar('hmaw', { ...LINES, worker })
    expect(outcome).toMatchObject({ status: 'failed', answer: null, failure: { code: 'NO_SOLUTION' } })
  })
})

it('a run whose role has no model is refused with the code that says so', async () => {
  const solver = await openSolver(scriptsOf(LINES), {
    units: null,
    settings: { GLOSS_LLM_URL: '', GLOSS_LLM_MODEL: '' },
  })
  const { startRun } = await import('../../../app/index.ts')
  const starting = startRun(solver.gloss, { question: { id: 'q', text: 'x' }, pattern: 'hmaw' })
  await expect(starting).rejects.toMatchObject({ code: 'MODEL_UNCONFIGURED' })
})

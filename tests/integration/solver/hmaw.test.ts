/** HMAW by the checks and worked examples of specs/reasoning-with-a-star.md. */
import { describe, expect, it } from 'vitest'
import { continueRun } from '../../../app/index.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'
import { finalTrace, openSolver } from '../../fixtures/solved-run.ts'
import {
  expectLedgerOfServer,
  order,
  runStar,
  SPEED_QUERY,
  scriptsOf,
  sent,
} from '../../fixtures/star-run.ts'

const LINES = {
  ceo: '**Detailed Instructions to MANAGER**: have it computed',
  manager: '<think>what to say</think>**Detailed Instructions to WORKER**: compute it',
  worker: 'It is 48.8 km/s.\n\nFinal Answer: 48.8 km/s',
}

describe('HMAW', () => {
  it('S1 S12 E5 is three calls, the conductor none, each with the query', async () => {
    const { solver, outcome } = await runStar('hmaw', LINES)
    expect(outcome).toMatchObject({ status: 'done', answer: LINES.worker, answerPath: 'worker/0' })
    expect(order(solver)).toEqual(['ceo', 'manager', 'worker'])
    expect(sent(solver, 'ceo').message).toBe(SPEED_QUERY)
    expect(sent(solver, 'manager').message).toBe(`${SPEED_QUERY}\n\n${LINES.ceo}`)
    expect(sent(solver, 'worker').message).toBe(
      `${SPEED_QUERY}\n\n**Detailed Instructions to WORKER**: compute it`,
    )
  })

  it('S11 S10 keeps the query in a slot and nothing else', async () => {
    const { details } = await runStar('hmaw', LINES)
    expect(details.slots).toEqual([{ slot: 'original_query', path: 'question', text: SPEED_QUERY }])
  })

  it('S16 S17 S22 asks each role in a fresh thread, without tools, with the same decoding', async () => {
    const { solver } = await runStar('hmaw', LINES)
    for (const role of ['ceo', 'manager', 'worker']) {
      const { system, roles } = sent(solver, role)
      expect(roles).toEqual(['system', 'user'])
      expect(system).toMatch(new RegExp(`^\\*\\*Your ROLE\\*\\*: <${role.toUpperCase()}>`))
      expect(system).toContain("The company's goal is to generate the best possible response")
      expect(system).not.toContain('[[')
    }
    const decoding = solver.server.requests.map(({ body }) => [
      body['temperature'],
      body['max_tokens'],
      body['tools'],
    ])
    expect(new Set(decoding.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify([0.2, 8_192, undefined])]),
    )
  })

  it('S19 counts by role what the server counted', async () => {
    const { solver, outcome } = await runStar('hmaw', LINES)
    expectLedgerOfServer(solver, outcome)
  })

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

  it('goes on with the query alone where a manager writes nothing, and notes it', async () => {
    const { solver, outcome, details } = await runStar('hmaw', { ...LINES, manager: '' })
    expect(outcome.status).toBe('done')
    expect(details.notes).toEqual([{ path: 'manager/0', note: 'empty_answer' }])
    expect(sent(solver, 'worker').message).toBe(SPEED_QUERY)
  })

  it('passes 1 MB along as it is', async () => {
    const long = 'x{'.repeat(500_000)
    const { solver, outcome } = await runStar('hmaw', { ...LINES, ceo: long })
    expect(outcome.status).toBe('done')
    expect(sent(solver, 'manager').message).toHaveLength(SPEED_QUERY.length + 2 + long.length)
  })
})

it('a run whose role has no model is refused with the code that says so', async () => {
  const solver = await openSolver(scriptsOf(LINES), {
    units: null,
    settings: { GLOSS_LLM_URL: '', GLOSS_LLM_MODEL: '' },
  })
  const { startRun } = await import('../../../app/index.ts')
  const record = await startRun(solver.gloss, { question: { id: 'q', text: 'x' }, pattern: 'hmaw' })
  const outcome = await continueRun(solver.gloss, record, { signal: NEVER })
  expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'MODEL_UNCONFIGURED' } })
})

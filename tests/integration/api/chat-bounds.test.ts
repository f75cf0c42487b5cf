/** Tests that questions to a model over HTTP are bounded like other queues. */
import { describe, expect, it } from 'vitest'
import { asking, heldRole, openServedSolver } from '../../fixtures/served-solver.ts'

describe('questions to models', () => {
  const chat = (messages: object[]) => ({ model: 'gloss', messages })

  /** Starts a service whose model stays silent until it is released or its client disconnects. */
  async function held(settings: Readonly<Record<string, unknown>>) {
    const { scripts, letGo, reached } = heldRole('proposer', 'Lupeol spares AKT2. '.repeat(20))
    const solver = await openServedSolver(scripts, { settings })
    const send = (signal: AbortSignal | null = null) =>
      fetch(`${solver.origin}/v1/chat/completions`, {
        ...asking(chat([{ role: 'user', content: 'Which isoform does lupeol spare?' }])),
        signal,
      })
    return { ...solver, send, letGo, reached }
  }

  it('are as many as GLOSS_CHATS under /v1 and /ask together, and again when one has ended', async () => {
    const { origin, send, letGo, reached } = await held({ chats: 1 })
    const first = send()
    await reached
    const refused = await send()
    expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: 'QUEUE_FULL' } }])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const asked = await fetch(`${origin}/ask`, asking({ question: 'Which isoform?' }))
    expect([asked.status, await asked.json()]).toMatchObject([503, { code: 'QUEUE_FULL' }])
    expect((await fetch(`${origin}/health`)).status).toBe(200)
    letGo()
    expect((await first).status).toBe(200)
    await expect.poll(async () => (await send()).status, { timeout: 60_000 }).toBe(200)
  })

  it('give their places back when their client leaves', async () => {
    const { send, letGo, reached } = await held({ chats: 1 })
    const leaving = new AbortController()
    const first = send(leaving.signal)
    await reached
    leaving.abort()
    await expect(first).rejects.toThrow('aborted')
    letGo()
    await expect.poll(async () => (await send()).status, { timeout: 60_000 }).toBe(200)
  })
})

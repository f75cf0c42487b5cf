/** Tests a client that leaves in the middle of a call: its request to a model is cancelled, and a process that served only it ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command, ERAS, listenToSamples, openMcp } from '../../fixtures/mcp-clients.ts'
import { samplePaper } from '../../fixtures/served-samples.ts'
import { silentModel } from '../../fixtures/silent-model.ts'

const QUESTION = 'Which isoform of AKT does lupeol spare?'

let model: Awaited<ReturnType<typeof silentModel>>
let served: Awaited<ReturnType<typeof listenToSamples>>
beforeAll(async () => {
  model = await silentModel()
  served = await listenToSamples({ llmUrl: model.url, llmModel: 'silent' }, [
    samplePaper('akt-isoform-silencing'),
  ])
})
afterAll(async () => {
  await served.close()
  await model.close()
})

describe('a client that leaves while a model answers it', () => {
  it.each(ERAS)(
    'over HTTP, of %s: the request to the model is cancelled, and the service continues',
    async (era) => {
      const client = await openMcp({ url: served.url }, era)
      const asked = model.asked()
      const lost = client.call('ask', { question: QUESTION }).catch((error: unknown) => error)
      const closed = once(await asked, 'close')
      await client[Symbol.asyncDispose]()
      await closed
      expect(await lost).toBeInstanceOf(Error)
      await using next = await openMcp({ url: served.url }, era)
      expect((await next.call('search', { query: QUESTION, k: 1 })).isError).toBe(false)
    },
  )

  it('over stdio: the process ends by itself', async () => {
    const env = { GLOSS_LLM_URL: model.url, GLOSS_LLM_MODEL: 'silent' }
    const { args, cwd, ...started } = command({ workspace: served.workspace, env })
    const child = spawn(started.command, args, { cwd, env: started.env, stdio: ['pipe', 'pipe', 'ignore'] })
    const ended = once(child, 'exit')
    const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const clientInfo = { name: 'killed', version: '1' }
    say({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    })
    await once(child.stdout, 'data')
    say({ method: 'notifications/initialized' })
    const asked = model.asked()
    say({ id: 2, method: 'tools/call', params: { name: 'ask', arguments: { question: QUESTION } } })
    const closed = once(await asked, 'close')
    // As the system closes the pipes of a process that is killed.
    child.stdin.destroy()
    child.stdout.destroy()
    await closed
    const [code] = await ended
    expect(code).toBe(0)
  })
})

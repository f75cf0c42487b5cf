/** What the official `openai` client for Node sees of failures, and what the model server sees of a client that leaves. */
import OpenAI, { APIConnectionError, AuthenticationError, InternalServerError, RateLimitError } from 'openai'
import { describe, expect, it } from 'vitest'
import type { Script } from '../../fakes/scripted-llm/server.ts'
import { openProxied } from '../../fixtures/proxied.ts'

const messages = [{ role: 'user' as const, content: 'How many?' }]

const clientOf = (baseURL: string, apiKey = 'mine') =>
  new OpenAI({ baseURL, apiKey, maxRetries: 0, logLevel: 'off' })

describe('failures, as the openai client for Node sees them', () => {
  const status = (code: number, message: string, headers = {}): Script => ({
    fault: { kind: 'status', status: code, body: JSON.stringify({ error: { message } }), headers },
  })
  const CASES = [
    {
      name: 'a wrong key',
      script: status(401, 'No such key'),
      error: AuthenticationError,
      says: 'No such key',
    },
    {
      name: 'too much',
      script: status(429, 'Slow down', { 'retry-after': '1' }),
      error: RateLimitError,
      says: 'Slow down',
    },
    {
      name: 'a fault',
      script: status(500, 'Out of memory'),
      error: InternalServerError,
      says: 'Out of memory',
    },
  ]
  it.each(CASES)('$name of the model server', async ({ script, error, says }) => {
    await using proxied = await openProxied(script)
    const asked = clientOf(proxied.url).chat.completions.create({ model: 'gloss', messages })
    await expect(asked).rejects.toSatisfy(
      (thrown) => thrown instanceof error && thrown.message.includes(says),
    )
  })

  it('no model server', async () => {
    await using proxied = await openProxied({ text: 'x' }, { settings: { llmUrl: 'http://127.0.0.1:9/v1' } })
    await expect(
      clientOf(proxied.url).chat.completions.create({ model: 'gloss', messages }),
    ).rejects.toMatchObject({
      status: 503,
      code: 'MODEL_UNAVAILABLE',
      type: 'server_error',
      message: expect.stringMatching(
        /http:\/\/127\.0\.0\.1:9\/v1 did not answer: .*ECONNREFUSED.* check its address/,
      ),
    })
  })

  it('none that is configured: told once, and not asked again', async () => {
    await using proxied = await openProxied({ text: 'x' }, { settings: { llmUrl: undefined } })
    const client = new OpenAI({ baseURL: proxied.url, apiKey: 'x', maxRetries: 5, logLevel: 'off' })
    await expect(client.chat.completions.create({ model: 'gloss', messages })).rejects.toMatchObject({
      status: 409,
      code: 'MODEL_UNCONFIGURED',
      message: expect.stringContaining('Set GLOSS_LLM_URL'),
    })
    expect((await client.models.list()).data.map(({ id }) => id).slice(0, 2)).toEqual(['gloss', 'static'])
  })

  it('a header that is not known', async () => {
    await using proxied = await openProxied({ text: 'x' })
    const asked = clientOf(proxied.url).chat.completions.create(
      { model: 'gloss', messages },
      { headers: { 'x-gloss-monitor': 'perhaps' } },
    )
    await expect(asked).rejects.toMatchObject({
      status: 400,
      param: 'x-gloss-monitor',
      message: expect.stringContaining('"off"|"lexical"|"model"|'),
    })
  })

  it('a stream that breaks off', async () => {
    await using proxied = await openProxied({
      text: 'Seven haplotypes.',
      fault: { kind: 'hang-up', afterFrames: 3 },
    })
    const stream = await clientOf(proxied.url).chat.completions.create({
      model: 'gloss',
      messages,
      stream: true,
    })
    let text = ''
    const reading = (async () => {
      for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
    })()
    await expect(reading).rejects.toThrow()
    expect(text).toBe('Seven ha')
  })

  it('a service that is not there', async () => {
    const client = clientOf('http://127.0.0.1:9/v1')
    await expect(client.models.list()).rejects.toBeInstanceOf(APIConnectionError)
  })
})

describe('a client that leaves', () => {
  it.each([
    { name: 'in the middle of a stream', script: { text: 'x'.repeat(4_000), paceMs: 5 } },
    { name: 'before the first token', script: { text: 'x', firstTokenMs: 60_000 } },
  ])('frees the model server, $name', async ({ script }) => {
    await using proxied = await openProxied(script)
    const leaving = new AbortController()
    const asked = clientOf(proxied.url).chat.completions.create(
      { model: 'gloss', messages, stream: true },
      { signal: leaving.signal },
    )
    if (script.firstTokenMs === undefined) {
      for await (const _ of await asked) break
    } else {
      while (proxied.upstream.open() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      leaving.abort()
      await expect(asked).rejects.toThrow()
    }
    expect((await proxied.upstream.requests[0]!.ended).how).toBe('left')
  })
})

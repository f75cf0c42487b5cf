/** Tests every fault of a server at every moment: one named failure, no received text lost, nothing left open. */
import { inspect } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { openOpenAiStream } from '../../../models/adapters/openai-stream.ts'
import { BrokenAnswerError, type ChatEvent, type StreamingChat } from '../../../models/index.ts'
import { createManualClock, type ManualClock } from '../../fakes/manual-clock.ts'
import { type Fault, type Script, startScriptedServer } from '../../fakes/scripted-llm/server.ts'

const request = { messages: [{ role: 'user' as const, content: 'Say yes.' }], temperature: 0, maxTokens: 20 }
const signal = new AbortController().signal
const DEADLINES = { firstTokenMs: 5_000, betweenTokensMs: 1_000, totalMs: 60_000 }
const NOW_MS = Date.parse('2026-01-01T00:00:00Z')

let script: Script = {}
const server = await startScriptedServer({ answers: () => script })
afterAll(() => server[Symbol.asyncDispose]())

const openOn = (clock: ManualClock) =>
  openOpenAiStream({ url: server.url, model: 'tiny', key: 'k', clock, deadlines: DEADLINES })

interface Outcome {
  readonly texts: readonly string[]
  readonly error: unknown
}

/** Reads until the end or a failure; `onEvent` is given the events so far. */
async function outcomeOf(
  chat: StreamingChat,
  onEvent: (events: readonly ChatEvent[]) => void = () => undefined,
): Promise<Outcome> {
  const events: ChatEvent[] = []
  const texts = () => events.flatMap((event) => (event.type === 'text' ? [event.text] : []))
  try {
    for await (const event of chat.stream(request, signal)) {
      events.push(event)
      onEvent(events)
    }
    return { texts: texts(), error: null }
  } catch (error) {
    return { texts: texts(), error }
  }
}

describe('a server that fails before its first token', () => {
  const status = (code: number, more: object = {}): Fault => ({ kind: 'status', status: code, ...more })
  const waiting = (after: string) => status(429, { headers: { 'retry-after': after } })
  const json = (body: string): Fault => ({ kind: 'wrong-type', type: 'application/json', body })
  const refusal: Fault = { kind: 'error-frame', error: { message: 'too long', code: 400 } }
  const IN_A_MINUTE = 'Thu, 01 Jan 2026 00:01:00 GMT'
  it.each<[code: string, name: string, fault: Fault, facts?: object]>([
    ['MODEL_RATE_LIMITED', '429 with Retry-After', waiting('7'), { retryAfterMs: 7_000, status: 429 }],
    ['MODEL_RATE_LIMITED', '429 with Retry-After as a date', waiting(IN_A_MINUTE), { retryAfterMs: 60_000 }],
    ['MODEL_RATE_LIMITED', '429 alone', status(429)],
    ['MODEL_RATE_LIMITED', '529', status(529)],
    ['MODEL_UNAVAILABLE', '500', status(500, { body: 'oops' })],
    ['MODEL_UNAVAILABLE', '502', status(502, { body: '<html>' })],
    ['MODEL_UNAVAILABLE', '503', status(503)],
    ['MODEL_REFUSED', '401', status(401)],
    ['MODEL_UNAVAILABLE', 'a reset', { kind: 'reset' }],
    ['MODEL_UNAVAILABLE', 'a connection that ends', { kind: 'hang-up' }],
    ['MODEL_PROTOCOL', 'an HTML page', { kind: 'html' }, { fault: 'html' }],
    ['MODEL_PROTOCOL', 'an empty body', { kind: 'empty' }, { fault: 'empty_body' }],
    ['MODEL_PROTOCOL', 'a body of another type', { kind: 'wrong-type' }, { fault: 'wrong_content_type' }],
    ['MODEL_PROTOCOL', 'an empty JSON body', json(''), { fault: 'empty_body' }],
    ['MODEL_RATE_LIMITED', 'a JSON error with status 200', json('{"error":{"message":"busy","code":429}}')],
    ['MODEL_PROTOCOL', 'a malformed frame', { kind: 'malformed' }, { fault: 'malformed_frame' }],
    ['MODEL_UNAVAILABLE', 'an error frame', { kind: 'error-frame' }, { fault: 'error_in_stream' }],
    ['MODEL_REFUSED', 'an error frame that refuses the request', refusal],
    ['MODEL_PROTOCOL', 'the end', { kind: 'end' }],
  ])('is %s: %s', async (code, _, fault, facts = {}) => {
    script = { fault }
    const { texts, error } = await outcomeOf(openOn(createManualClock(NOW_MS)))
    expect(texts).toEqual([])
    expect(error).toMatchObject({ code, facts: { ...facts, model: 'tiny' } })
    expect(error).not.toBeInstanceOf(BrokenAnswerError)
    expect((error as Error).message).toContain(server.url)
  })

  it('does not repeat the key that a server repeats, and says where a server has moved', async () => {
    const body = '{"error":{"message":"Incorrect key: sk-secret"}}'
    script = { fault: { kind: 'status', status: 401, body } }
    const chat = openOpenAiStream({ url: server.url, model: 'tiny', key: 'sk-secret' })
    const { error } = await outcomeOf(chat)
    expect((error as Error).message).toContain('Incorrect key: (key)')
    expect(inspect(error)).not.toContain('sk-secret')
    script = { fault: { kind: 'status', status: 308, headers: { location: 'https://new/v1' } } }
    const message = expect.stringContaining('https://new/v1')
    expect((await outcomeOf(chat)).error).toMatchObject({ code: 'MODEL_REFUSED', message })
  })

  it.each<[name: string, silent: Script]>([
    ['sends nothing at all', { fault: { kind: 'stall' } }],
    ['sends only the role', { text: 'yes', fault: { kind: 'stall', afterFrames: 1 } }],
  ])('is MODEL_TIMEOUT at the first deadline if it %s', async (_, silent) => {
    script = silent
    const clock = createManualClock()
    const asked = server.requests.length
    const outcome = outcomeOf(openOn(clock))
    await expect.poll(() => server.requests.length).toBe(asked + 1)
    await clock.advance(DEADLINES.firstTokenMs - 1)
    await clock.advance(1)
    const facts = { deadline: 'first_token' }
    expect((await outcome).error).toMatchObject({ code: 'MODEL_TIMEOUT', facts })
    expect((await server.requests.at(-1)!.ended).how).toBe('left')
    expect(clock.pendingMs()).toEqual([])
  })
})

describe('a server that fails in the middle of its answer', () => {
  const WORDS = ['Yes', ', it', ' is 🧬', ' so.']
  /** The first frame contains only the role. */
  const AFTER_TWO_WORDS = 3
  it.each<[name: string, fault: Fault]>([
    ['a connection that ends', { kind: 'hang-up' }],
    ['an end without a reason', { kind: 'end' }],
    ['a malformed frame', { kind: 'malformed' }],
    ['an error frame', { kind: 'error-frame' }],
    ['an error frame that names a refusal', { kind: 'error-frame', error: { code: 400 } }],
  ])('is MODEL_STREAM_BROKEN, with the text received before: %s', async (_, fault) => {
    script = { text: WORDS, usage: 'every', fault: { ...fault, afterFrames: AFTER_TWO_WORDS } }
    const clock = createManualClock()
    const { texts, error } = await outcomeOf(openOn(clock))
    expect(error).toBeInstanceOf(BrokenAnswerError)
    const partial = { text: texts.join(''), reasoning: '' }
    expect(error).toMatchObject({ code: 'MODEL_STREAM_BROKEN', partial })
    expect(texts).toEqual(['Yes', ', it'])
    expect(clock.pendingMs()).toEqual([])
  })

  it('is a failure with the text received before the connection was reset', async () => {
    script = { text: WORDS, fault: { kind: 'reset', afterFrames: AFTER_TWO_WORDS } }
    const { texts, error } = await outcomeOf(openOn(createManualClock()))
    const hasBegun = texts.length > 0
    expect(error).toMatchObject({ code: hasBegun ? 'MODEL_STREAM_BROKEN' : 'MODEL_UNAVAILABLE' })
    expect(error instanceof BrokenAnswerError ? error.partial.text : '').toBe(texts.join(''))
  })

  const STALLS = [
    { deadline: 'between_tokens', ms: DEADLINES.betweenTokensMs },
    { deadline: 'total', ms: DEADLINES.totalMs },
  ]
  it.each(STALLS)(
    'is MODEL_TIMEOUT, with the text received before: silence until the deadline $deadline',
    async ({ deadline, ms }) => {
      script = { reasoning: 'Hm.', text: WORDS, fault: { kind: 'stall', afterFrames: AFTER_TWO_WORDS + 1 } }
      const clock = createManualClock()
      const deadlines = { ...DEADLINES, ...(deadline === 'total' ? { betweenTokensMs: 1e9 } : {}) }
      const chat = openOpenAiStream({ url: server.url, model: 'tiny', clock, deadlines })
      const { promise: cameSoFar, resolve } = Promise.withResolvers<void>()
      const outcome = outcomeOf(chat, (events) => {
        if (events.filter(({ type }) => type === 'text').length === 2) resolve()
      })
      await cameSoFar
      await clock.advance(ms)
      expect((await outcome).error).toMatchObject({
        code: 'MODEL_TIMEOUT',
        facts: { deadline },
        partial: { text: 'Yes, it', reasoning: 'Hm.', usage: null },
      })
      expect((await server.requests.at(-1)!.ended).how).toBe('left')
    },
  )

  it('does not mistake a slow reader for a slow server', async () => {
    script = { text: WORDS }
    const clock = createManualClock()
    const words: string[] = []
    for await (const event of openOn(clock).stream(request, signal)) {
      if (event.type !== 'text') continue
      words.push(event.text)
      await clock.advance(DEADLINES.betweenTokensMs * 2)
    }
    expect(words).toEqual(WORDS)
  })

  it.each<[name: string, fault: Fault]>([
    ['is silent', { kind: 'stall' }],
    ['ends', { kind: 'hang-up' }],
  ])('has answered whole if the connection %s after the last word', async (_, fault) => {
    script = { text: WORDS, fault: { ...fault, afterFrames: WORDS.length + 2 } }
    const clock = createManualClock()
    let isLast = false
    const outcome = outcomeOf(openOn(clock), (events) => {
      isLast = events.filter(({ type }) => type === 'text').length === WORDS.length
    })
    await expect.poll(() => isLast).toBe(true)
    const openAfter = async () => {
      await clock.advance(500)
      return server.open()
    }
    await expect.poll(openAfter).toBe(0)
    expect(await outcome).toEqual({ texts: WORDS, error: null })
  })
})

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
  const CASES: { name: string; fault: Fault; code: string; facts?: object }[] = [
    {
      name: '429 with Retry-After in seconds',
      fault: { kind: 'status', status: 429, headers: { 'retry-after': '7' } },
      code: 'MODEL_RATE_LIMITED',
      facts: { retryAfterMs: 7_000, status: 429 },
    },
    {
      name: '429 with Retry-After as a date',
      fault: { kind: 'status', status: 429, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' } },
      code: 'MODEL_RATE_LIMITED',
      facts: { retryAfterMs: 60_000 },
    },
    { name: '429 alone', fault: { kind: 'status', status: 429 }, code: 'MODEL_RATE_LIMITED' },
    { name: '529', fault: { kind: 'status', status: 529 }, code: 'MODEL_RATE_LIMITED' },
    { name: '500', fault: { kind: 'status', status: 500, body: 'oops' }, code: 'MODEL_UNAVAILABLE' },
    { name: '502', fault: { kind: 'status', status: 502, body: '<html>' }, code: 'MODEL_UNAVAILABLE' },
    { name: '503', fault: { kind: 'status', status: 503 }, code: 'MODEL_UNAVAILABLE' },
    { name: '401', fault: { kind: 'status', status: 401 }, code: 'MODEL_REFUSED' },
    { name: 'a reset', fault: { kind: 'reset' }, code: 'MODEL_UNAVAILABLE' },
    { name: 'a connection that ends', fault: { kind: 'hang-up' }, code: 'MODEL_UNAVAILABLE' },
    { name: 'an HTML page', fault: { kind: 'html' }, code: 'MODEL_PROTOCOL', facts: { fault: 'html' } },
    {
      name: 'an empty body',
      fault: { kind: 'empty' },
      code: 'MODEL_PROTOCOL',
      facts: { fault: 'empty_body' },
    },
    {
      name: 'a body of another type',
      fault: { kind: 'wrong-type' },
      code: 'MODEL_PROTOCOL',
      facts: { fault: 'wrong_content_type' },
    },
    {
      name: 'an empty JSON body',
      fault: { kind: 'wrong-type', type: 'application/json', body: '' },
      code: 'MODEL_PROTOCOL',
      facts: { fault: 'empty_body' },
    },
    {
      name: 'a JSON error with status 200',
      fault: {
        kind: 'wrong-type',
        type: 'application/json',
        body: '{"error":{"message":"busy","code":429}}',
      },
      code: 'MODEL_RATE_LIMITED',
    },
    {
      name: 'a malformed frame',
      fault: { kind: 'malformed' },
      code: 'MODEL_PROTOCOL',
      facts: { fault: 'malformed_frame' },
    },
    {
      name: 'an error frame',
      fault: { kind: 'error-frame' },
      code: 'MODEL_UNAVAILABLE',
      facts: { fault: 'error_in_stream' },
    },
    {
      name: 'an error frame that refuses the request',
      fault: { kind: 'error-frame', error: { message: 'too long', code: 400 } },
      code: 'MODEL_REFUSED',
    },
    { name: 'the end', fault: { kind: 'end' }, code: 'MODEL_PROTOCOL' },
  ]
  it.each(CASES)('is $code: $name', async ({ fault, code, facts = {} }) => {
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
    expect((await outcomeOf(chat)).error).toMatchObject({
      code: 'MODEL_REFUSED',
      message: expect.stringContaining('https://new/v1'),
    })
  })

  it.each([
    { name: 'says nothing at all', silent: { fault: { kind: 'stall' } } },
    { name: 'says only who speaks', silent: { text: 'yes', fault: { kind: 'stall', afterFrames: 1 } } },
  ] satisfies { name: string; silent: Script }[])(
    'is MODEL_TIMEOUT at the first deadline where it $name',
    async ({ silent }) => {
      script = silent
      const clock = createManualClock()
      const asked = server.requests.length
      const outcome = outcomeOf(openOn(clock))
      await expect.poll(() => server.requests.length).toBe(asked + 1)
      await clock.advance(DEADLINES.firstTokenMs - 1)
      await clock.advance(1)
      expect((await outcome).error).toMatchObject({
        code: 'MODEL_TIMEOUT',
        facts: { deadline: 'first_token' },
      })
      expect((await server.requests.at(-1)!.ended).how).toBe('left')
      expect(clock.pendingMs()).toEqual([])
    },
  )
})

describe('a server that fails in the middle of its answer', () => {
  const WORDS = ['Yes', ', it', ' is 🧬', ' so.']
  /** The first frame contains only the role. */
  const AFTER_TWO_WORDS = 3
  const CASES: { name: string; fault: Fault; code: string }[] = [
    { name: 'a connection that ends', fault: { kind: 'hang-up' }, code: 'MODEL_STREAM_BROKEN' },
    { name: 'an end without a reason', fault: { kind: 'end' }, code: 'MODEL_STREAM_BROKEN' },
    { name: 'a malformed frame', fault: { kind: 'malformed' }, code: 'MODEL_STREAM_BROKEN' },
    { name: 'an error frame', fault: { kind: 'error-frame' }, code: 'MODEL_STREAM_BROKEN' },
    {
      name: 'an error frame that names a refusal',
      fault: { kind: 'error-frame', error: { code: 400 } },
      code: 'MODEL_STREAM_BROKEN',
    },
  ]
  it.each(CASES)('is $code, with what had come: $name', async ({ fault, code }) => {
    script = { text: WORDS, usage: 'every', fault: { ...fault, afterFrames: AFTER_TWO_WORDS } }
    const clock = createManualClock()
    const { texts, error } = await outcomeOf(openOn(clock))
    expect(error).toBeInstanceOf(BrokenAnswerError)
    expect(error).toMatchObject({ code, partial: { text: texts.join(''), reasoning: '' } })
    expect(texts).toEqual(['Yes', ', it'])
    expect(clock.pendingMs()).toEqual([])
  })

  it('is a failure with as much as had come when the connection is reset', async () => {
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
    'is MODEL_TIMEOUT, with what had come: silence until the deadline $deadline',
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

  it('does not take a slow reader for a slow server', async () => {
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

  it.each([
    { name: 'is silent', fault: { kind: 'stall' } },
    { name: 'ends', fault: { kind: 'hang-up' } },
  ] satisfies { name: string; fault: Fault }[])(
    'has answered whole where the connection $name after the last word',
    async ({ fault }) => {
      script = { text: WORDS, fault: { ...fault, afterFrames: WORDS.length + 2 } }
      const clock = createManualClock()
      let isLast = false
      const outcome = outcomeOf(openOn(clock), (events) => {
        isLast = events.filter(({ type }) => type === 'text').length === WORDS.length
      })
      await expect.poll(() => isLast).toBe(true)
      await expect
        .poll(async () => {
          await clock.advance(500)
          return server.open()
        })
        .toBe(0)
      expect(await outcome).toEqual({ texts: WORDS, error: null })
    },
  )
})

import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { BrokenAnswerError, type ChatEvent, completing, createRetries } from '../../../models/index.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { chatPlaying, saying } from '../../fakes/playing-chat.ts'

const request = { messages: [{ role: 'user' as const, content: 'Say yes.' }], temperature: 0, maxTokens: 20 }
const never = new AbortController().signal
const failure = (facts = {}) => new GlossError('MODEL_UNAVAILABLE', 'gone', facts)
const broken = () =>
  new BrokenAnswerError(new GlossError('MODEL_STREAM_BROKEN', 'broke'), {
    text: 'ye',
    reasoning: '',
    usage: null,
  })

function retriesOn(
  clock = createManualClock(),
  settings: Parameters<typeof createRetries>[0] = {},
  random = () => 0,
) {
  return { clock, retries: createRetries(settings, clock, random) }
}

async function texts(events: AsyncIterable<ChatEvent>): Promise<string[]> {
  const found: string[] = []
  for await (const event of events) if (event.type === 'text') found.push(event.text)
  return found
}

describe('asking again', () => {
  it('waits twice as long each time, up to a limit', async () => {
    const { clock, retries } = retriesOn(createManualClock(), { maxRetries: 6 })
    const chat = chatPlaying(...Array.from({ length: 6 }, () => [failure()]), saying('yes'))
    const answer = texts(completing(chat, retries).stream(request, never))
    for (const waitMs of [500, 1_000, 2_000, 4_000, 8_000, 8_000]) {
      await clock.advance(0)
      expect(clock.pendingMs()).toEqual([waitMs])
      await clock.advance(waitMs)
    }
    expect(await answer).toEqual(['yes'])
    expect(chat.requests).toHaveLength(7)
  })

  it.each([
    { name: 'that fails', fault: 'status_500', secondMs: 1_000 },
    { name: 'that is not there', fault: 'econnrefused', secondMs: 500 },
  ])(
    'is done twice by default; a server $name is given up within $secondMs ms more (E28)',
    async ({ fault, secondMs }) => {
      const { clock, retries } = retriesOn()
      const chat = chatPlaying(
        [failure({ fault })],
        [failure({ fault })],
        [failure({ fault, last: true })],
        saying('yes'),
      )
      const answer = expect(texts(completing(chat, retries).stream(request, never))).rejects.toMatchObject({
        facts: { last: true },
      })
      await clock.advance(500)
      await clock.advance(secondMs)
      await answer
      expect(chat.requests).toHaveLength(3)
    },
  )

  it('cuts a wait by up to half at random', async () => {
    const { clock, retries } = retriesOn(createManualClock(), {}, () => 0.5)
    const answer = texts(completing(chatPlaying([failure()], saying('yes')), retries).stream(request, never))
    await clock.advance(0)
    expect(clock.pendingMs()).toEqual([375])
    await clock.advance(375)
    expect(await answer).toEqual(['yes'])
  })

  it('waits as long as the server asks for', async () => {
    const { clock, retries } = retriesOn()
    const limited = new GlossError('MODEL_RATE_LIMITED', 'slow down', { retryAfterMs: 30_000 })
    const answer = texts(completing(chatPlaying([limited], saying('yes')), retries).stream(request, never))
    await clock.advance(0)
    expect(clock.pendingMs()).toEqual([30_000])
    await clock.advance(30_000)
    expect(await answer).toEqual(['yes'])
  })

  const GIVEN_UP = [
    {
      name: 'the pause asked for is too long',
      error: new GlossError('MODEL_RATE_LIMITED', 'x', { retryAfterMs: 3_600_000 }),
    },
    { name: 'the server refused the request', error: new GlossError('MODEL_REFUSED', 'too long') },
    { name: 'a part of the answer was given out', error: broken() },
    { name: 'it is no failure of the server', error: new TypeError('a bug') },
  ]
  it.each(GIVEN_UP)('throws at once where $name', async ({ error }) => {
    const { retries } = retriesOn()
    const chat = chatPlaying([error], saying('yes'))
    await expect(texts(completing(chat, retries).stream(request, never))).rejects.toBe(error)
    expect(chat.requests).toHaveLength(1)
  })

  it('throws the last failure when the retries are used up', async () => {
    const { clock, retries } = retriesOn(createManualClock(), { maxRetries: 1 })
    const last = failure({ last: true })
    const answer = texts(completing(chatPlaying([failure()], [last]), retries).stream(request, never))
    const settled = expect(answer).rejects.toBe(last)
    await clock.advance(500)
    await settled
  })

  it('asks a whole answer that broke off again, for nobody saw it', async () => {
    const { clock, retries } = retriesOn()
    const chat = chatPlaying([{ type: 'text', text: 'ye' }, broken()], saying('yes'))
    const answer = completing(chat, retries).complete(request, never)
    await clock.advance(500)
    expect(await answer).toMatchObject({ text: 'yes', finish: 'stop' })
  })

  it('stops waiting when it is told to', async () => {
    const { clock, retries } = retriesOn()
    const stop = new AbortController()
    const answer = texts(
      completing(chatPlaying([failure()], saying('yes')), retries).stream(request, stop.signal),
    )
    await clock.advance(100)
    stop.abort(new Error('told to'))
    await expect(answer).rejects.toThrow('told to')
    expect(clock.pendingMs()).toEqual([])
  })
})

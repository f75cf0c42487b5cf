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

  it('throws at once where a whole answer was longer than any limit', async () => {
    const { retries } = retriesOn()
    const endless = new GlossError('MODEL_PROTOCOL', 'more than 4000000 characters', { fault: 'too_long' })
    const chat = chatPlaying([new BrokenAnswerError(endless, { text: 'ye', reasoning: '', usage: null })])
    await expect(completing(chat, retries).complete(request, never)).rejects.toThrow('more than 4000000')
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
})

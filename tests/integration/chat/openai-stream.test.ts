import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../core/index.ts'
import { openOpenAiStream } from '../../../models/adapters/openai-stream.ts'
import { type ChatEvent, createLimits, foldAnswer, withLimits } from '../../../models/index.ts'
import { type Script, startScriptedServer } from '../../fakes/scripted-llm/server.ts'

const request = { messages: [{ role: 'user' as const, content: 'Say yes.' }], temperature: 0, maxTokens: 20 }
// The best of some counts: a busy machine may be late, but not every time.
const ATTEMPTS = 5
const signal = new AbortController().signal

async function answerTo(script: Script): Promise<ChatEvent[]> {
  await using server = await startScriptedServer({ answers: () => script })
  const chat = openOpenAiStream({ url: server.url, model: 'tiny' })
  const events: ChatEvent[] = []
  for await (const event of chat.stream(request, signal)) events.push(event)
  return events
}

describe('the stream of an OpenAI-compatible server', () => {
  it('is text, usage and the end', async () => {
    expect(await answerTo({ text: ['Yes', ', it', ' is.'] })).toEqual([
      { type: 'text', text: 'Yes' },
      { type: 'text', text: ', it' },
      { type: 'text', text: ' is.' },
      { type: 'usage', usage: { promptTokens: 4, completionTokens: 3, estimated: false } },
      { type: 'finish', reason: 'stop' },
    ])
  })

  it.each([
    ['negative', [-1e308, -5]],
    ['beyond all numbers', [1e308, 1e308]],
    ['a part of a token', [4.5, 3]],
    ['more than any window holds', [10_000_001, 3]],
  ] as const)(
    'is counted by an estimate, said to be one, where the count of the server is %s',
    async (_, usage) => {
      const events = await answerTo({ text: ['Yes', ', it', ' is.'], usage })
      const counts = events.flatMap((event) => (event.type === 'usage' ? [event.usage] : []))
      expect(counts).toEqual([
        { promptTokens: expect.any(Number), completionTokens: expect.any(Number), estimated: true },
      ])
      for (const { promptTokens, completionTokens } of counts) {
        expect(promptTokens).toBeGreaterThan(0)
        expect(completionTokens).toBeGreaterThan(0)
        expect(promptTokens + completionTokens).toBeLessThan(100)
      }
    },
  )

  it('that never ends is cut, with a name for it', async () => {
    const piece = 'x'.repeat(500_000)
    const asked = answerTo({ text: Array.from({ length: 20 }, () => piece) })
    await expect(asked).rejects.toMatchObject({
      message: expect.stringContaining('more than 4000000 characters'),
      facts: { fault: 'too_long' },
    })
  })

  it.each([
    ['leaves the loop', (_: AbortController) => true],
    [
      'aborts',
      (stop: AbortController) => {
        stop.abort(new Error('told to'))
        return false
      },
    ],
  ])('frees the server within 100 ms when the caller %s', async (_, leave) => {
    await using server = await startScriptedServer({
      answers: () => ({ text: 'x'.repeat(4_000), paceMs: 10 }),
    })
    const chat = openOpenAiStream({ url: server.url, model: 'tiny' })
    const times: number[] = []
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const stop = new AbortController()
      let leftAtMs = 0
      const read = async () => {
        for await (const { type } of chat.stream(request, stop.signal)) {
          if (type !== 'text' || leftAtMs > 0) continue
          leftAtMs = performance.now()
          if (leave(stop)) break
        }
      }
      await read().catch((error: Error) => expect(error.message).toBe('told to'))
      const { how, atMs } = await server.requests[attempt]!.ended
      expect(how).toBe('left')
      times.push(atMs - leftAtMs)
    }
    expect(Math.min(...times)).toBeLessThan(100)
    expect(server.open()).toBe(0)
  })

  it('goes on from a raw text where it has one', async () => {
    await using server = await startScriptedServer({
      answers: () => ({ text: ['Yes', '.'], logprobs: true }),
    })
    const chat = openOpenAiStream({ url: server.url, model: 'tiny' })
    const events: ChatEvent[] = []
    for await (const event of chat.stream({ ...request, messages: [], prompt: '<user>' }, signal))
      events.push(event)
    expect(events.filter(({ type }) => type === 'text')).toEqual([
      { type: 'text', text: 'Yes' },
      { type: 'text', text: '.' },
    ])
    expect(server.requests[0]).toMatchObject({ path: '/v1/completions', body: { prompt: '<user>' } })
  })

  it('takes a whole answer of a server that does not stream', async () => {
    const events = await answerTo({
      reasoning: 'Hm.',
      text: 'Yes.',
      isWhole: true,
      toolCalls: [{ name: 'look', arguments: '{}' }],
    })
    expect(events.map(({ type }) => type)).toEqual([
      'usage',
      'reasoning',
      'text',
      'tool-call',
      'usage',
      'finish',
    ])
  })

  it('keeps to the limit of questions at a time', async () => {
    let most = 0
    await using server = await startScriptedServer({
      answers: () => {
        most = Math.max(most, server.open())
        return { text: 'Yes.', firstTokenMs: 5 }
      },
    })
    const limits = createLimits({ maxConcurrent: 3, tokensPerMinute: null }, systemClock)
    const ask = () =>
      foldAnswer(
        withLimits(openOpenAiStream({ url: server.url, model: 'tiny' }), limits).stream(request, signal),
      )
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, () => 'Yes.'))
    expect(most).toBe(3)
  })
})

/** The contract of every streaming chat, whatever server is behind it. */
import { describe, expect, it } from 'vitest'
import { type ChatEvent, type ChatRequest, foldAnswer, type StreamingChat } from '../../models/index.ts'

export interface ChatUnderTest {
  readonly name: string
  readonly runs: boolean
  /** Returns a chat whose next answer has several words. */
  open(): Promise<StreamingChat>
  /** Maximum tokens to request; few if the server is slow. */
  readonly maxTokens: number
  /** Whether the server sends log probabilities. */
  readonly hasLogprobs: boolean
}

const signal = () => new AbortController().signal

export function chatContract({ name, runs, open, maxTokens, hasLogprobs }: ChatUnderTest): void {
  const request: ChatRequest = {
    messages: [
      { role: 'system', content: 'You are a chemist.' },
      { role: 'user', content: 'Count from one to twenty in words.' },
    ],
    temperature: 0,
    maxTokens,
  }

  async function events(chat: StreamingChat, asked = request): Promise<ChatEvent[]> {
    const found: ChatEvent[] = []
    for await (const event of chat.stream(asked, signal())) found.push(event)
    return found
  }

  describe.skipIf(!runs)(`chat: ${name}`, () => {
    it('says something, in pieces that are not empty', async () => {
      const found = await events(await open())
      const pieces = found.filter((event) => event.type === 'text' || event.type === 'reasoning')
      expect(pieces.length).toBeGreaterThan(1)
      for (const { text } of pieces) expect(text).not.toBe('')
    })

    it('ends with what it cost and why it ended', async () => {
      const found = await events(await open())
      const [usage, finish] = found.slice(-2)
      expect(finish).toMatchObject({ type: 'finish', reason: expect.stringMatching(/^(?:stop|length)$/) })
      expect(usage).toMatchObject({ type: 'usage', usage: { estimated: false } })
      expect(found.filter(({ type }) => type === 'finish')).toHaveLength(1)
      const answer = await foldAnswer(toStream(found))
      expect(answer.usage.promptTokens).toBeGreaterThan(5)
      expect(answer.usage.completionTokens).toBeGreaterThan(0)
      expect(answer.usage.completionTokens).toBeLessThanOrEqual(maxTokens)
    })

    it('gives log probabilities that spell the text, where the server has them', async ({ skip }) => {
      if (!hasLogprobs) skip()
      const found = await events(await open(), { ...request, topLogprobs: 2 })
      const tokens = found.flatMap((event) => (event.type === 'logprobs' ? event.tokens : []))
      const text = found.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')
      expect(tokens.map(({ token }) => token).join('')).toContain(text)
      for (const { logprob } of tokens) expect(logprob).toBeLessThanOrEqual(0)
    })

    it('asks for nothing before the first event is asked for', async () => {
      const chat = await open()
      const stopped = AbortSignal.abort(new Error('told to'))
      const stream = chat.stream(request, stopped)
      await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow('told to')
    })

    it('stops in the middle when it is told to, with the reason', async () => {
      const stop = new AbortController()
      const chat = await open()
      const read = async () => {
        for await (const { type } of chat.stream(request, stop.signal))
          if (type === 'text' || type === 'reasoning') stop.abort(new Error('told to'))
      }
      await expect(read()).rejects.toThrow('told to')
    })

    it('answers again after a reader left in the middle', async () => {
      const chat = await open()
      for await (const { type } of chat.stream(request, signal())) if (type === 'text') break
      expect((await events(await open())).at(-1)?.type).toBe('finish')
    })
  })
}

async function* toStream(events: readonly ChatEvent[]): AsyncIterable<ChatEvent> {
  yield* events
}

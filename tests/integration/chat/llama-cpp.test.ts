/** Tests a recorded conversation with a real llama.cpp server. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openOpenAiStream } from '../../../models/adapters/openai-stream.ts'
import { type ChatEvent, structured } from '../../../models/index.ts'
import { replayingPost } from '../../fakes/recorded-post.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'recorded', 'llama-cpp')
const signal = new AbortController().signal
const asking = (content: string, maxTokens: number) => ({
  messages: [{ role: 'user' as const, content }],
  temperature: 0,
  maxTokens,
})
const open = () =>
  openOpenAiStream({ url: 'http://recorded/v1', model: 'gemma-3-270m', ask: replayingPost(FOLDER) })

describe('an answer of llama.cpp', () => {
  it('is read with the count of each token, and the log probabilities that spell it', async () => {
    const request = asking('Count from one to ten in words.', 10)
    const counting = { ...request, topLogprobs: 2, extraBody: { timings_per_token: true } }
    const events: ChatEvent[] = []
    for await (const event of open().stream(counting, signal)) events.push(event)
    const text = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')
    expect(text).toBe('<|im_end|>\n<|im')
    const tokens = events.flatMap((event) => (event.type === 'logprobs' ? event.tokens : []))
    expect(tokens.map(({ token }) => token).join('')).toBe(text)
    expect(tokens.every(({ alternatives }) => alternatives.length === 2)).toBe(true)
    const counts = events.flatMap((event) => (event.type === 'usage' ? [event.usage] : []))
    expect(counts.map(({ completionTokens }) => completionTokens)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10,
    ])
    expect(counts.at(-1)).toEqual({
      promptTokens: 31,
      completionTokens: 10,
      estimated: false,
      cachedPromptTokens: 1,
    })
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length' })
  })

  it('is held to a schema', async () => {
    const Verdict = z.strictObject({ verdict: z.enum(['yes', 'no']) })
    const answer = await structured(open(), asking('Is water wet?', 24), Verdict, {
      signal,
      modes: new Map(),
    })
    expect(answer).toMatchObject({ value: { verdict: 'yes' }, mode: 'json_schema' })
  })
})

import { describe, expect, it } from 'vitest'
import { openOpenAiStream } from '../../../models/adapters/openai-stream.ts'
import type { ChatEvent } from '../../../models/index.ts'
import { type Script, startScriptedServer } from '../../fakes/scripted-llm/server.ts'

const request = { messages: [{ role: 'user' as const, content: 'Say yes.' }], temperature: 0, maxTokens: 20 }
const signal = new AbortController().signal

async function answerTo(script: Script): Promise<ChatEvent[]> {
  await using server = await startScriptedServer({ answers: () => script })
  const chat = openOpenAiStream({ url: server.url, model: 'tiny' })
  const events: ChatEvent[] = []
  for await (const event of chat.stream(request, signal)) events.push(event)
  return events
}

describe('the stream of an OpenAI-compatible server', () => {
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
})

import { describe, expect, it } from 'vitest'
import { createFrameReader } from '../../../models/chat/wire-frames.ts'
import type { ChatEvent } from '../../../models/index.ts'

const delta = (fields: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
})

function read(...frames: object[]) {
  const reader = createFrameReader()
  const events = frames.flatMap((frame) => reader.read(frame as Readonly<Record<string, unknown>>))
  return { events, calls: reader.toolCalls(), finish: reader.finish(), usage: reader.usage }
}

const text = (said: string): ChatEvent => ({ type: 'text', text: said })
const thought = (said: string): ChatEvent => ({ type: 'reasoning', text: said })

describe('frames of a chat stream', () => {
  const SAID: { name: string; frame: object; events: ChatEvent[] }[] = [
    { name: 'text', frame: delta({ content: 'a' }), events: [text('a')] },
    { name: 'a role alone', frame: delta({ role: 'assistant', content: '' }), events: [] },
    { name: 'null', frame: delta({ content: null, reasoning_content: null }), events: [] },
    { name: 'reasoning_content', frame: delta({ reasoning_content: 'a' }), events: [thought('a')] },
    { name: 'reasoning', frame: delta({ reasoning: 'a' }), events: [thought('a')] },
    {
      name: 'both names of reasoning',
      frame: delta({ reasoning: 'a', reasoning_content: 'a' }),
      events: [thought('a')],
    },
    {
      name: 'the end of a thought and text',
      frame: delta({ reasoning: 'a', content: 'b' }),
      events: [thought('a'), text('b')],
    },
    {
      name: 'a list of parts',
      frame: delta({
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'a' }] },
          { type: 'text', text: 'b' },
        ],
      }),
      events: [thought('a'), text('b')],
    },
    { name: 'a refusal', frame: delta({ refusal: 'No.' }), events: [text('No.')] },
    { name: 'a raw completion', frame: { choices: [{ index: 0, text: 'a' }] }, events: [text('a')] },
    { name: 'a whole message', frame: { choices: [{ message: { content: 'a' } }] }, events: [text('a')] },
    { name: 'another choice', frame: { choices: [{ index: 1, delta: { content: 'a' } }] }, events: [] },
    { name: 'no choice', frame: { choices: [] }, events: [] },
    { name: 'what nobody knows', frame: { choices: 'x', usage: 7, timings: null }, events: [] },
  ]
  it.each(SAID)('say $name', ({ frame, events }) => {
    expect(read(frame).events).toEqual(events)
  })

  const CALL = { id: 'c1', name: 'search', arguments: '{"q":"ace"}' }
  const called = (...parts: object[]) => delta({ tool_calls: parts })
  const CALLS = [
    {
      name: 'in parts',
      frames: [
        called({ index: 0, id: 'c1', function: { name: 'search', arguments: '' } }),
        called({ index: 0, function: { arguments: '{"q":' } }),
        called({ index: 0, function: { arguments: '"ace"}' } }),
      ],
      calls: [CALL],
    },
    {
      name: 'two at a time',
      frames: [
        called({ index: 0, id: 'c1', function: { name: 'search', arguments: '{"q":' } }),
        called({ index: 1, id: 'c2', function: { name: 'parse', arguments: '{' } }),
        called({ index: 0, function: { arguments: '"ace"}' } }, { index: 1, function: { arguments: '}' } }),
      ],
      calls: [CALL, { id: 'c2', name: 'parse', arguments: '{}' }],
    },
    {
      name: 'whole and without numbers',
      frames: [
        called({ id: 'c1', function: { name: 'search', arguments: '{"q":"ace"}' } }),
        called({ id: 'c2', function: { name: 'parse', arguments: '{}' } }),
      ],
      calls: [CALL, { id: 'c2', name: 'parse', arguments: '{}' }],
    },
    {
      name: 'all with the number 0',
      frames: [
        called({ index: 0, id: 'c1', function: { name: 'search', arguments: '{"q":"ace"}' } }),
        called({ index: 0, id: 'c2', function: { name: 'parse', arguments: '{}' } }),
      ],
      calls: [CALL, { id: 'c2', name: 'parse', arguments: '{}' }],
    },
    {
      name: 'with arguments that are an object, and without an id',
      frames: [called({ index: 0, function: { name: 'search', arguments: { q: 'ace' } } })],
      calls: [{ ...CALL, id: 'call_0' }],
    },
  ]
  it.each(CALLS)('put tool calls together that come $name', ({ frames, calls }) => {
    const found = read(...frames, delta({}, 'stop'))
    expect(found.calls).toEqual(calls)
    expect(found.finish).toBe('tool-calls')
  })

  const ENDS = [
    { said: 'stop', finish: 'stop' },
    { said: 'length', finish: 'length' },
    { said: 'content_filter', finish: 'content-filter' },
    { said: 'insufficient_system_resource', finish: 'other' },
  ]
  it.each(ENDS)('end with $said', ({ said, finish }) => {
    expect(read(delta({}, said)).finish).toBe(finish)
  })

  const COUNTS = [
    {
      name: 'the protocol',
      frame: {
        choices: [],
        usage: {
          prompt_tokens: 9,
          completion_tokens: 8,
          completion_tokens_details: { reasoning_tokens: 7 },
          prompt_tokens_details: { cached_tokens: 6 },
        },
      },
      usage: { promptTokens: 9, completionTokens: 8, reasoningTokens: 7, cachedPromptTokens: 6 },
    },
    {
      name: 'DeepSeek',
      frame: { usage: { prompt_tokens: 9, completion_tokens: 8, prompt_cache_hit_tokens: 6 } },
      usage: { promptTokens: 9, completionTokens: 8, cachedPromptTokens: 6 },
    },
    {
      name: 'Groq',
      frame: { choices: [], x_groq: { usage: { prompt_tokens: 9, completion_tokens: 8 } } },
      usage: { promptTokens: 9, completionTokens: 8 },
    },
    {
      name: 'llama.cpp as it goes',
      frame: { choices: [], timings: { prompt_n: 3, cache_n: 6, predicted_n: 8 } },
      usage: { promptTokens: 9, completionTokens: 8, cachedPromptTokens: 6 },
    },
  ]
  it.each(COUNTS)('count as $name does', ({ frame, usage }) => {
    expect(read(frame).usage).toEqual({ ...usage, estimated: false })
  })

  it('give the count before the text that it covers', () => {
    const frame = { ...delta({ content: 'a' }), usage: { prompt_tokens: 9, completion_tokens: 1 } }
    expect(read(frame).events.map(({ type }) => type)).toEqual(['usage', 'text'])
  })

  it('give log probabilities before the text that they spell', () => {
    const content = [{ token: 'a', logprob: -0.5, top_logprobs: [{ token: 'b', logprob: -2 }] }]
    const frame = { choices: [{ delta: { content: 'a' }, logprobs: { content } }] }
    expect(read(frame).events).toEqual([
      {
        type: 'logprobs',
        tokens: [{ token: 'a', logprob: -0.5, alternatives: [{ token: 'b', logprob: -2 }] }],
      },
      text('a'),
    ])
  })

  it('read the parallel lists of raw completions', () => {
    const logprobs = { tokens: ['a', 'b'], token_logprobs: [null, -1] }
    const [event] = read({ choices: [{ text: 'ab', logprobs }] }).events
    expect(event).toMatchObject({
      tokens: [
        { token: 'a', logprob: Number.NEGATIVE_INFINITY },
        { token: 'b', logprob: -1 },
      ],
    })
  })
})

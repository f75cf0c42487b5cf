/** Tests the parsing of streamed frames and the content of requests. */
import { describe, expect, it } from 'vitest'
import { openOpenAiStream } from '../../../models/adapters/openai-stream.ts'
import { type ChatEvent, type ChatRequest, foldAnswer } from '../../../models/index.ts'

const signal = new AbortController().signal
const delta = (fields: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
})

/** Asks a server that streams these frames; returns the events, and the body of the request. */
async function ask(frames: readonly object[], request: ChatRequest = { messages: [] }) {
  const sent: Record<string, unknown>[] = []
  const urls: string[] = []
  async function* body() {
    yield Buffer.from(frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(''))
  }
  const chat = openOpenAiStream({
    url: 'http://nowhere/v1',
    model: 'tiny',
    ask: async (url, { body: json }) => {
      urls.push(String(url))
      sent.push(JSON.parse(String(json)))
      return { status: 200, headers: new Headers({ 'content-type': 'text/event-stream' }), body: body() }
    },
  })
  const events: ChatEvent[] = []
  for await (const event of chat.stream(request, signal)) events.push(event)
  return { events, sent: sent[0] ?? {}, url: urls[0] }
}

/** Returns the whole answer of a server that streams these frames and then ends. */
async function answerOf(frames: readonly object[], reason = 'stop') {
  const { events } = await ask([...frames, delta({}, reason)])
  async function* all() {
    yield* events
  }
  return await foldAnswer(all())
}

describe('frames of a chat stream', () => {
  it.each([
    ['text', { content: 'a' }, '', 'a'],
    ['null', { content: null, reasoning_content: null }, '', ''],
    ['reasoning_content', { reasoning_content: 'a' }, 'a', ''],
    ['both names of reasoning', { reasoning: 'a', reasoning_content: 'a' }, 'a', ''],
    ['the end of a thought and text', { reasoning: 'a', content: 'b' }, 'a', 'b'],
    ['a refusal', { refusal: 'No.' }, '', 'No.'],
    [
      'a list of parts',
      {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'a' }] },
          { type: 'text', text: 'b' },
        ],
      },
      'a',
      'b',
    ],
  ])('say %s', async (_, fields, reasoning, text) => {
    const answer = await answerOf([delta({ role: 'assistant', content: '' }), delta(fields)])
    expect([answer.reasoning ?? '', answer.text]).toEqual([reasoning, text])
  })

  it.each([
    ['a raw completion', { choices: [{ index: 0, text: 'a' }] }, 'a'],
    ['a whole message', { choices: [{ message: { content: 'a' } }] }, 'a'],
    ['another choice', { choices: [{ index: 1, delta: { content: 'a' } }] }, ''],
    ['a field of an unknown form', { choices: 'x', usage: 7, timings: null }, ''],
  ])('may hold %s', async (_, frame, text) => {
    expect((await answerOf([frame])).text).toBe(text)
  })

  const call = (id: string | undefined, name: string | undefined, json: unknown, index?: number) => ({
    ...{ ...(index !== undefined && { index }), ...(id !== undefined && { id }) },
    function: { ...(name !== undefined && { name }), arguments: json },
  })
  const called = (...parts: object[]) => delta({ tool_calls: parts })
  it.each([
    [
      'in parts, two at a time',
      [
        called(call('c1', 'search', '{"q":', 0)),
        called(call('c2', 'parse', '{', 1)),
        called(call(undefined, undefined, '"ace"}', 0), call(undefined, undefined, '}', 1)),
      ],
      'c1 search {"q":"ace"}, c2 parse {}',
    ],
    [
      'whole and without numbers',
      [called(call('c1', 'search', '{"q":"ace"}')), called(call('c2', 'parse', '{}'))],
      'c1 search {"q":"ace"}, c2 parse {}',
    ],
    [
      'all with the number 0',
      [called(call('c1', 'search', '{}', 0)), called(call('c2', 'parse', '{}', 0))],
      'c1 search {}, c2 parse {}',
    ],
    [
      'with arguments that are an object, and without an id',
      [called(call(undefined, 'search', { q: 'ace' }, 0))],
      'call_0 search {"q":"ace"}',
    ],
  ])('put tool calls together that come %s', async (_, frames, calls) => {
    const { toolCalls = [], finish } = await answerOf(frames)
    expect(toolCalls.map(({ id, name, arguments: json }) => `${id} ${name} ${json}`).join(', ')).toBe(calls)
    expect(finish).toBe('tool-calls')
  })

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['tool_calls', 'tool-calls'],
    ['content_filter', 'content-filter'],
    ['insufficient_system_resource', 'other'],
  ])('end with %s', async (said, finish) => {
    expect((await answerOf([delta({ content: 'a' })], said)).finish).toBe(finish)
  })

  const COUNTED = { prompt_tokens: 9, completion_tokens: 8 }
  it.each([
    [
      'the protocol',
      {
        choices: [],
        usage: {
          ...COUNTED,
          completion_tokens_details: { reasoning_tokens: 7 },
          prompt_tokens_details: { cached_tokens: 6 },
        },
      },
      { reasoningTokens: 7, cachedPromptTokens: 6 },
    ],
    ['DeepSeek', { usage: { ...COUNTED, prompt_cache_hit_tokens: 6 } }, { cachedPromptTokens: 6 }],
    ['Groq', { choices: [], x_groq: { usage: COUNTED } }, {}],
    [
      'llama.cpp',
      { choices: [], timings: { prompt_n: 3, cache_n: 6, predicted_n: 8 } },
      { cachedPromptTokens: 6 },
    ],
  ])('count as %s does', async (_, frame, more) => {
    const counted = { promptTokens: 9, completionTokens: 8, estimated: false, ...more }
    expect((await answerOf([delta({ content: 'a' }), frame])).usage).toEqual(counted)
  })

  it('give counts and log probabilities before the text that they are of', async () => {
    const content = [{ token: 'a', logprob: -0.5, top_logprobs: [{ token: 'b', logprob: -2 }] }]
    const choices = [{ delta: { content: 'a' }, logprobs: { content }, finish_reason: 'stop' }]
    const { events } = await ask([{ choices, usage: COUNTED }])
    expect(events.slice(0, 3)).toMatchObject([
      { type: 'usage' },
      { tokens: [{ token: 'a', logprob: -0.5, alternatives: [{ token: 'b', logprob: -2 }] }] },
      { type: 'text', text: 'a' },
    ])
    const raw = { text: 'ab', logprobs: { tokens: ['a', 'b'], token_logprobs: [null, -1] } }
    const completed = await ask([{ choices: [{ ...raw, finish_reason: 'stop' }] }])
    expect(completed.events[0]).toMatchObject({
      tokens: [
        { token: 'a', logprob: Number.NEGATIVE_INFINITY },
        { token: 'b', logprob: -1 },
      ],
    })
  })
})

describe('a request', () => {
  const END = [delta({ content: 'a' }, 'stop')]

  it('has the words of tools and of the model itself', async () => {
    const call = { id: 'c1', name: 'search', arguments: '{}' }
    const messages: ChatRequest['messages'] = [
      { role: 'assistant', content: '', reasoning: 'Hm.', toolCalls: [call] },
      { role: 'tool', content: 'nothing', toolCallId: 'c1' },
    ]
    const calls = [{ id: 'c1', type: 'function', function: { name: 'search', arguments: '{}' } }]
    expect((await ask(END, { messages })).sent['messages']).toEqual([
      { role: 'assistant', content: '', reasoning_content: 'Hm.', tool_calls: calls },
      { role: 'tool', content: 'nothing', tool_call_id: 'c1' },
    ])
  })

  it('has what only some servers know, in the body and at the last message, and neither temperature nor limit of its own', async () => {
    const messages: ChatRequest['messages'] = [
      { role: 'user', content: 'Say yes.' },
      { role: 'assistant', content: 'Ye' },
    ]
    const extra = { extraBody: { continue_final_message: true }, extraMessageFields: { prefix: true } }
    const { sent } = await ask(END, { messages, ...extra })
    expect(sent).toMatchObject({
      model: 'tiny',
      continue_final_message: true,
      messages: [{}, { prefix: true }],
    })
    expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(['temperature']))
    expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(['max_tokens']))
  })

  it('is a raw completion if it has a prompt', async () => {
    const request = { messages: [], prompt: '<user>Hi', topLogprobs: 2, stop: ['</s>'] }
    const { sent, url } = await ask(END, request)
    expect(url).toBe('http://nowhere/v1/completions')
    expect(sent).toMatchObject({ prompt: '<user>Hi', stop: ['</s>'], logprobs: 2 })
    expect(sent).not.toHaveProperty('messages')
  })
})

/** Tests the client of OpenAI-compatible servers: what it sends, how it adapts to a server, and what it accepts as an answer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOpenAiStream } from '../../../models/adapters/openai-stream.ts'
import type { ChatEvent } from '../../../models/index.ts'
import { openOpenAiChat } from '../../fakes/openai-chat.ts'
import {
  openScriptedServer,
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from '../../fakes/scripted-llm/server.ts'

const request = { messages: [{ role: 'user' as const, content: 'Say yes.' }], temperature: 0, maxTokens: 20 }
const signal = new AbortController().signal
const refusal = (message: string) => ({ status: 400, body: JSON.stringify({ error: { message } }) })
const YES = { text: 'yes' }

describe('a request to an OpenAI-compatible server', () => {
  const SCHEMA = { name: 'verdict', schema: { type: 'object', properties: {}, additionalProperties: false } }
  const OTHER_LIMIT = refusal("Use 'max_completion_tokens' instead.")
  let server: ScriptedServer
  beforeAll(async () => {
    server = await openScriptedServer()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  const chat = (more: { key?: string } = {}) =>
    openOpenAiChat({ url: server.url, model: 'tiny', maxRetries: 1, ...more })
  const lastBody = () => server.requests.at(-1)?.body

  it('has the conversation and the key; text, end and usage are read', async () => {
    server.reply({ text: 'yes', usage: [12, 3] })
    expect(await chat({ key: 'secret' }).complete(request, signal)).toEqual({
      text: 'yes',
      finish: 'stop',
      usage: { promptTokens: 12, completionTokens: 3, estimated: false },
    })
    const { messages, temperature } = request
    expect(server.requests.at(-1)).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer secret' },
      body: { model: 'tiny', messages, temperature, max_tokens: 20 },
    })
  })

  it('has the other name of the token limit from when the server requires it', async () => {
    server.reply(OTHER_LIMIT, YES, YES)
    const model = chat()
    for (let time = 0; time < 2; time++) await model.complete(request, signal)
    expect(lastBody()).toMatchObject({ max_completion_tokens: 20 })
  })

  it('has no log probabilities from when the server refuses them', async () => {
    server.reply(refusal('Unknown parameter: logprobs'), YES, YES)
    const model = chat()
    for (let time = 0; time < 2; time++)
      expect((await model.complete({ ...request, topLogprobs: 1 }, signal)).text).toBe('yes')
    expect(lastBody()).not.toHaveProperty('logprobs')
  })

  it('has the schema of the answer, if one is given', async () => {
    server.reply({ text: '{}' }, YES)
    const model = chat()
    await model.complete({ ...request, schema: SCHEMA }, signal)
    const format = { type: 'json_schema', json_schema: { ...SCHEMA, strict: true } }
    expect(lastBody()).toMatchObject({ response_format: format })
    await model.complete(request, signal)
    expect(lastBody()).not.toHaveProperty('response_format')
  })

  it('has no schema from when the server refuses schemas, but not after other refusals', async () => {
    server.reply(OTHER_LIMIT, refusal('Unknown field: response_format'), YES, YES)
    const model = chat()
    const before = server.requests.length
    for (let time = 0; time < 2; time++) await model.complete({ ...request, schema: SCHEMA }, signal)
    expect(server.requests).toHaveLength(before + 4)
    expect(lastBody()).not.toHaveProperty('response_format')
    expect(lastBody()).toMatchObject({ max_completion_tokens: 20 })
    server.reply(refusal('too long'))
    const refused = chat().complete({ ...request, schema: SCHEMA }, signal)
    await expect(refused).rejects.toMatchObject({ code: 'MODEL_REFUSED' })
  })
})

describe('the stream of an OpenAI-compatible server', () => {
  async function answerTo(script: Script): Promise<ChatEvent[]> {
    await using server = await startScriptedServer({ answers: () => script })
    const chat = openOpenAiStream({ url: server.url, model: 'tiny' })
    const events: ChatEvent[] = []
    for await (const event of chat.stream(request, signal)) events.push(event)
    return events
  }

  it.each([
    ['negative', [-1e308, -5]],
    ['beyond all numbers', [1e308, 1e308]],
    ['a part of a token', [4.5, 3]],
    ['more than any window holds', [10_000_001, 3]],
  ] as const)(
    'is counted by an estimate, marked as such, if the count of the server is %s',
    async (_, usage) => {
      const events = await answerTo({ text: ['Yes', ', it', ' is.'], usage })
      const counts = events.flatMap((event) => (event.type === 'usage' ? [event.usage] : []))
      expect(counts).toMatchObject([{ estimated: true }])
      for (const { promptTokens, completionTokens } of counts) {
        expect(Math.min(promptTokens, completionTokens)).toBeGreaterThan(0)
        expect(promptTokens + completionTokens).toBeLessThan(100)
      }
    },
  )

  it('that never ends is cut, with an error that says so', async () => {
    const asked = answerTo({ text: Array.from({ length: 20 }, () => 'x'.repeat(500_000)) })
    const message = expect.stringContaining('more than 4000000 characters')
    await expect(asked).rejects.toMatchObject({ message, facts: { fault: 'too_long' } })
  })

  it('may be a whole answer of a server that does not stream', async () => {
    const toolCalls = [{ name: 'look', arguments: '{}' }]
    const events = await answerTo({ reasoning: 'Hm.', text: 'Yes.', isWhole: true, toolCalls })
    const types = ['usage', 'reasoning', 'text', 'tool-call', 'usage', 'finish']
    expect(events.map(({ type }) => type)).toEqual(types)
  })
})

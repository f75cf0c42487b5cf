import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOpenAiChat } from '../../fakes/openai-chat.ts'
import { openScriptedServer, type ScriptedServer } from '../../fakes/scripted-llm/server.ts'

const request = { messages: [{ role: 'user' as const, content: 'Say yes.' }], temperature: 0, maxTokens: 20 }
const signal = new AbortController().signal

describe('OpenAI-compatible chat', () => {
  let server: ScriptedServer
  beforeAll(async () => {
    server = await openScriptedServer()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  const chat = (more: { maxRetries?: number; timeoutMs?: number; key?: string } = {}) =>
    openOpenAiChat({ url: server.url, model: 'tiny', maxRetries: 1, ...more })

  it('sends the conversation and reads text, end and usage', async () => {
    server.reply({ text: 'yes', usage: [12, 3] })
    expect(await chat({ key: 'secret' }).complete(request, signal)).toEqual({
      text: 'yes',
      finish: 'stop',
      usage: { promptTokens: 12, completionTokens: 3, estimated: false },
    })
    const last = server.requests.at(-1)!
    expect(last.path).toBe('/v1/chat/completions')
    expect(last.headers.authorization).toBe('Bearer secret')
    expect(last.body).toMatchObject({
      model: 'tiny',
      messages: request.messages,
      temperature: 0,
      max_tokens: 20,
    })
  })

  it('uses the other name of the token limit where the server asks for it', async () => {
    const refusal = '{"error":{"message":"Use \'max_completion_tokens\' instead."}}'
    server.reply({ status: 400, body: refusal }, { text: 'yes' }, { text: 'yes' })
    const model = chat()
    await model.complete(request, signal)
    await model.complete(request, signal)
    expect(server.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 20 })
  })

  it('asks without log probabilities, from then on, where the server refuses them', async () => {
    const refusal = '{"error":{"message":"Unknown parameter: logprobs"}}'
    server.reply({ status: 400, body: refusal }, { text: 'yes' }, { text: 'yes' })
    const model = chat()
    expect((await model.complete({ ...request, topLogprobs: 1 }, signal)).text).toBe('yes')
    await model.complete({ ...request, topLogprobs: 1 }, signal)
    expect(server.requests.at(-1)?.body).not.toHaveProperty('logprobs')
  })

  describe('asked for an answer of a form', () => {
    const schema = {
      name: 'verdict',
      schema: { type: 'object', properties: {}, additionalProperties: false },
    }

    it('passes the form on', async () => {
      server.reply({ text: '{}' }, { text: 'yes' })
      const model = chat()
      await model.complete({ ...request, schema }, signal)
      expect(server.requests.at(-1)?.body).toMatchObject({
        response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } },
      })
      await model.complete(request, signal)
      expect(server.requests.at(-1)?.body).not.toHaveProperty('response_format')
    })

    it('asks without it, from then on, where the server knows no forms', async () => {
      const refusal = '{"error":{"message":"Unknown field: response_format"}}'
      const other = '{"error":{"message":"Use \'max_completion_tokens\' instead."}}'
      server.reply(
        { status: 400, body: other },
        { status: 400, body: refusal },
        { text: 'yes' },
        { text: 'yes' },
      )
      const model = chat()
      const before = server.requests.length
      await model.complete({ ...request, schema }, signal)
      await model.complete({ ...request, schema }, signal)
      expect(server.requests).toHaveLength(before + 4)
      expect(server.requests.at(-1)?.body).not.toHaveProperty('response_format')
      expect(server.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 20 })
    })

    it('does not take other refusals for that', async () => {
      server.reply({ status: 400, body: '{"error":{"message":"too long"}}' })
      await expect(chat().complete({ ...request, schema }, signal)).rejects.toMatchObject({
        code: 'MODEL_REFUSED',
      })
    })
  })
})

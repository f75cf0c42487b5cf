/** The official `openai` client for Node, pointed at the proxy. */
import OpenAI, { APIError, NotFoundError } from 'openai'
import { describe, expect, it } from 'vitest'
import type { GlossReport } from '../../../api/index.ts'
import { doubtfulAnswers, doubtfulQuestion, LAST_WORDS } from '../../fixtures/doubtful-turn.ts'
import { haplotypeWorkspace, openProxied } from '../../fixtures/proxied.ts'

const messages = [{ role: 'user' as const, content: 'How many?' }]
const TOOLS = [
  { type: 'function' as const, function: { name: 'count', parameters: { type: 'object', properties: {} } } },
]

const clientOf = (baseURL: string, apiKey = 'mine') =>
  new OpenAI({ baseURL, apiKey, maxRetries: 0, logLevel: 'off' })

describe('the openai client for Node', () => {
  it('streams', async () => {
    await using proxied = await openProxied({ text: 'Seven “haplotypes” 🧬.', wire: { cutSeed: 3 } })
    const counted = { stream: true as const, stream_options: { include_usage: true } }
    const stream = await clientOf(proxied.url).chat.completions.create({
      model: 'gloss',
      messages,
      ...counted,
    })
    let text = ''
    let tokens = 0
    for await (const { choices, usage } of stream) {
      text += choices[0]?.delta.content ?? ''
      tokens = usage?.completion_tokens ?? tokens
    }
    expect([text, tokens]).toEqual(['Seven “haplotypes” 🧬.', proxied.upstream.counted().completionTokens])
    expect(proxied.upstream.requests[0]?.body.model).toBe('scripted')
  })

  it('calls tools', async () => {
    const call = { id: 'call_1', name: 'count', arguments: '{"of":"haplotypes"}' }
    await using proxied = await openProxied({ toolCalls: [call] })
    const stream = clientOf(proxied.url).chat.completions.stream({ model: 'gloss', messages, tools: TOOLS })
    const { choices } = await stream.finalChatCompletion()
    const { id, ...asked } = call
    const message = { tool_calls: [{ id, function: asked }] }
    expect(choices[0]).toMatchObject({ message, finish_reason: 'tool_calls' })
  })

  it('lists models, and finds one of ours', async () => {
    await using proxied = await openProxied({ text: 'x' })
    const client = clientOf(proxied.url)
    const { data } = await client.models.list()
    expect(data.slice(0, 3)).toMatchObject([{ id: 'scripted' }, { id: 'gloss' }, { id: 'static' }])
    expect(await client.models.retrieve('static')).toMatchObject({ id: 'static', owned_by: 'gloss' })
    await expect(client.models.retrieve('nobody')).rejects.toBeInstanceOf(NotFoundError)
  })

  it.each([undefined, 'float', 'base64'] as const)(
    'gets the same vectors in the format %s',
    async (format) => {
      await using proxied = await openProxied({ text: 'x' })
      const input = ['ACE haplotypes', 'stereo matching']
      const { data, usage } = await clientOf(proxied.url).embeddings.create({
        model: 'gloss',
        input,
        ...(format === undefined ? {} : { encoding_format: format }),
      })
      const embedder = await proxied.served.gloss.embedder('static')
      const vectors = (await embedder.embed(input)).map((vector) => Array.from(vector))
      const read = data.map(({ embedding }) =>
        typeof embedding === 'string'
          ? Array.from(new Float32Array(Uint8Array.from(Buffer.from(embedding, 'base64')).buffer))
          : embedding,
      )
      expect(read).toEqual(vectors)
      expect(usage.prompt_tokens).toBeGreaterThan(3)
    },
  )
})

describe('an answer with what the corpus knows, as the openai client for Node sees it', async () => {
  interface WithGloss {
    readonly gloss?: GlossReport
  }
  const workspace = await haplotypeWorkspace()

  it('is one stream, put together by the client itself', async () => {
    await using proxied = await openProxied(doubtfulAnswers(), { settings: { workspace } })
    const stream = clientOf(proxied.url).chat.completions.stream({
      ...doubtfulQuestion,
      stream_options: { include_usage: true },
    })
    let report: GlossReport | undefined
    stream.on('chunk', (chunk) => {
      report = (chunk as WithGloss).gloss ?? report
    })
    const { choices, usage } = await stream.finalChatCompletion()
    const [injection] = report?.injections ?? []
    const text = choices[0]?.message.content ?? ''
    expect(text.slice(...(injection?.span ?? []))).toBe(injection?.text)
    expect([text.endsWith(LAST_WORDS), choices[0]?.finish_reason]).toEqual([true, 'stop'])
    expect(usage?.completion_tokens).toBeGreaterThan(100)
  })

  it('is whole, with the gloss object beside it', async () => {
    await using proxied = await openProxied(doubtfulAnswers(), { settings: { workspace } })
    const answer = await clientOf(proxied.url).chat.completions.create(doubtfulQuestion)
    const { gloss } = answer as WithGloss
    expect(gloss?.injections[0]?.units[0]?.title).toMatch(/^Haplotypes of the ACE gene/)
    expect(answer.choices[0]?.message.content).toContain(gloss?.injections[0]?.text)
  })

  it('that breaks off is an error with code and message', async () => {
    const answers = doubtfulAnswers({
      fault: { kind: 'status', status: 401, body: '{"error":{"message":"Gone"}}' },
    })
    await using proxied = await openProxied(answers, { settings: { workspace } })
    const stream = await clientOf(proxied.url).chat.completions.create({ ...doubtfulQuestion, stream: true })
    const reading = (async () => {
      for await (const _ of stream);
    })()
    await expect(reading).rejects.toSatisfy(
      (error) =>
        error instanceof APIError && error.code === 'MODEL_REFUSED' && error.message.includes('Gone'),
    )
  })
})

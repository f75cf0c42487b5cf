/** `x-gloss-retrieve: first`: sources before the messages, citations on the answer, whatever else the request asks for. */
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { openRecordingServer } from '../../fakes/recording-server.ts'
import type { Script } from '../../fakes/scripted-llm/server.ts'
import { haplotypeWorkspace, openProxied, type Proxied } from '../../fixtures/proxied.ts'

const QUESTION = 'How many haplotypes of the ACE gene respond to lisinopril?'
const SAID = 'Haplotypes were inferred by an algorithm [1]. They cure everything [2]. And more [99].'
const MESSAGES = [
  { role: 'system' as const, content: 'Be brief.' },
  { role: 'user' as const, content: QUESTION },
]
const TOOLS = [
  { type: 'function' as const, function: { name: 'count', parameters: { type: 'object', properties: {} } } },
]

interface Retrieved {
  readonly answerable: boolean
  readonly sources: readonly { readonly n: number; readonly url: string; readonly title: string }[]
  readonly answers: readonly {
    readonly index: number
    readonly sentences: readonly { readonly isSupported: boolean; readonly citations: readonly number[] }[]
    readonly unknownCitations: readonly number[]
  }[]
}
interface WithRetrieved {
  readonly gloss?: { readonly retrieved?: Retrieved }
}

const workspace = await haplotypeWorkspace()

const open = (script: Script = { text: SAID }) => openProxied(script, { settings: { workspace } })
const clientOf = ({ url }: Proxied, headers: Readonly<Record<string, string>> = {}) =>
  new OpenAI({
    baseURL: url,
    apiKey: 'mine',
    maxRetries: 0,
    logLevel: 'off',
    defaultHeaders: { 'x-gloss-retrieve': 'first', ...headers },
  })
const sentTo = ({ upstream }: Proxied) => upstream.requests[0]?.body.messages ?? []
type Asked = Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>
const ask = async (proxied: Proxied, more: Asked = {}) => {
  const completions = clientOf(proxied).chat.completions
  const answer = await completions.create({ model: 'gloss', messages: MESSAGES, ...more, stream: false })
  return { choices: answer.choices, retrieved: (answer as WithRetrieved).gloss?.retrieved }
}
const asUser = (content: string): Asked => ({ messages: [{ role: 'user', content }] })
async function readAll(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

/** Ways of asking that get the same sources. */
const WAYS = [
  { name: 'short answers', body: {}, headers: {} },
  { name: 'the monitor off', body: {}, headers: { 'x-gloss-monitor': 'off' } },
  { name: 'tools', body: { tools: TOOLS }, headers: {} },
  { name: 'JSON output', body: { response_format: { type: 'json_object' as const } }, headers: {} },
]

describe.each(WAYS)('sources first, with $name', ({ body, headers }) => {
  it('are sent in the stream before its end', async () => {
    await using proxied = await open({ text: SAID, wire: { cutSeed: 3 } })
    const asked = { model: 'gloss', messages: MESSAGES, stream: true as const, ...body }
    const stream = await clientOf(proxied, headers).chat.completions.create(asked)
    let text = ''
    const order: string[] = []
    let retrieved: Retrieved | undefined
    for await (const chunk of stream) {
      const choice = chunk.choices[0]
      text += choice?.delta.content ?? ''
      const { annotations } = (choice?.delta ?? {}) as { annotations?: readonly unknown[] }
      if (annotations !== undefined) order.push(`annotations ${annotations.length}`)
      if (choice?.finish_reason) order.push(choice.finish_reason)
      retrieved = (chunk as WithRetrieved).gloss?.retrieved ?? retrieved
    }
    expect(text).toBe(SAID)
    expect(order).toEqual(['annotations 2', 'stop'])
    expect(retrieved?.sources[0]?.n).toBe(1)
    expect(retrieved?.answers[0]?.unknownCitations).toEqual([99])
  })
})

describe('sources first', () => {
  it('are put in front as a system message if the chat has none', async () => {
    await using proxied = await open()
    await ask(proxied, { messages: [{ role: 'user', content: [{ type: 'text', text: QUESTION }] }] })
    const [system, user] = sentTo(proxied)
    expect([system?.role, user?.role]).toEqual(['system', 'user'])
    expect(system?.content).toContain('[1]')
  })

  it('are found for the last question of a chat, also behind the results of tools', async () => {
    await using proxied = await open()
    const call = { id: 'a', type: 'function' as const, function: { name: 'count', arguments: '{}' } }
    await ask(proxied, {
      tools: TOOLS,
      messages: [
        { role: 'user', content: 'Who won the football world cup in 1954?' },
        { role: 'assistant', content: 'Your papers do not say.' },
        { role: 'user', content: QUESTION },
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'a', content: '7' },
      ],
    })
    expect(sentTo(proxied)[0]?.content).toMatch(/\[1\] .*haplotype/i)
  })

  it('leave a call of a tool as it is', async () => {
    const call = { id: 'c', name: 'count', arguments: '{"of":"x"}' }
    await using proxied = await open({ toolCalls: [call] })
    const asked = { model: 'gloss', messages: MESSAGES, tools: TOOLS }
    const { choices } = await clientOf(proxied).chat.completions.stream(asked).finalChatCompletion()
    const message = { tool_calls: [{ function: { name: 'count', arguments: call.arguments } }] }
    expect(choices[0]).toMatchObject({ message, finish_reason: 'tool_calls' })
  })

  it('are empty for a question that the papers say nothing about, which the model is told', async () => {
    await using proxied = await open({ text: 'Your papers do not say.' })
    const { choices, retrieved } = await ask(proxied, asUser('Who won the football world cup in 1954?'))
    expect(sentTo(proxied)[0]?.content).toContain('have nothing close to it')
    expect(retrieved).toMatchObject({ answerable: false, sources: [] })
    expect(choices[0]?.message.annotations ?? []).toEqual([])
  })

  it.each(['x', '?', '漢'])('let a question of one letter (%s) through', async (content) => {
    await using proxied = await open({ text: 'What do you mean?' })
    const { choices, retrieved } = await ask(proxied, asUser(content))
    expect(choices[0]?.message.content).toBe('What do you mean?')
    expect(retrieved?.answerable).toBe(false)
  })

  it('are cited by each of several choices', async () => {
    const choices = ['It has haplotypes [1].', 'None cited.'].map((content, index) => ({
      index,
      message: { role: 'assistant', content },
      finish_reason: 'stop',
    }))
    await using upstream = await openRecordingServer(() => ({
      headers: ['content-type', 'application/json'],
      body: JSON.stringify({ id: 'c', object: 'chat.completion', choices }),
    }))
    await using proxied = await openProxied({}, { settings: { workspace, llmUrl: `${upstream.origin}/v1` } })
    const answer = await ask(proxied, { model: 'm', n: 2 })
    expect(answer.choices.map(({ message }) => message.annotations?.length)).toEqual([1, 0])
    expect(answer.retrieved?.answers).toMatchObject([{ index: 0 }, { index: 1 }])
    expect(JSON.parse(String(upstream.requests[0]?.body))).toMatchObject({ n: 2, model: 'm' })
  })

  it('pass on refusals of the model server unchanged', async () => {
    const body = '{"error":{"message":"Slow"}}'
    await using proxied = await open({ fault: { kind: 'status', status: 429, body } })
    const refusal = { status: 429, message: expect.stringContaining('Slow') }
    await expect(ask(proxied, { tools: TOOLS })).rejects.toMatchObject(refusal)
  })

  it('break off with the stream of the model server', async () => {
    await using proxied = await open({ text: SAID, fault: { kind: 'hang-up', afterFrames: 4 } })
    const asked = { model: 'gloss', messages: MESSAGES, tools: TOOLS, stream: true as const }
    await expect(readAll(await clientOf(proxied).chat.completions.create(asked))).rejects.toThrow()
  })
})

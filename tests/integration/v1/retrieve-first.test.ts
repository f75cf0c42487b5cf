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

/** What is common to every way of asking. */
const WAYS = [
  { name: 'short answers', body: {}, headers: {} },
  { name: 'the monitor off', body: {}, headers: { 'x-gloss-monitor': 'off' } },
  { name: 'tools', body: { tools: TOOLS }, headers: {} },
  { name: 'JSON output', body: { response_format: { type: 'json_object' as const } }, headers: {} },
]

describe.each(WAYS)('sources first, with $name', ({ body, headers }) => {
  it('come in a stream before the end', async () => {
    await using proxied = await open({ text: SAID, wire: { cutSeed: 3 } })
    const stream = await clientOf(proxied, headers).chat.completions.create({
      model: 'gloss',
      messages: MESSAGES,
      stream: true,
      ...body,
    })
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
  it('are put in front as a system message where the chat has none', async () => {
    await using proxied = await open()
    const parts = [{ type: 'text' as const, text: QUESTION }]
    await clientOf(proxied).chat.completions.create({
      model: 'gloss',
      messages: [{ role: 'user', content: parts }],
    })
    const [system, user] = sentTo(proxied)
    expect([system?.role, user?.role]).toEqual(['system', 'user'])
    expect(system?.content).toContain('[1]')
  })

  it('are found for the last question of a chat, also behind the results of tools', async () => {
    await using proxied = await open()
    await clientOf(proxied).chat.completions.create({
      model: 'gloss',
      tools: TOOLS,
      messages: [
        { role: 'user', content: 'Who won the football world cup in 1954?' },
        { role: 'assistant', content: 'Your papers do not say.' },
        { role: 'user', content: QUESTION },
        {
          role: 'assistant',
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'count', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: '7' },
      ],
    })
    expect(sentTo(proxied)[0]?.content).toMatch(/\[1\] .*haplotype/i)
  })

  it('leave a call of a tool as it is', async () => {
    await using proxied = await open({ toolCalls: [{ id: 'c', name: 'count', arguments: '{"of":"x"}' }] })
    const stream = clientOf(proxied).chat.completions.stream({
      model: 'gloss',
      messages: MESSAGES,
      tools: TOOLS,
    })
    const { choices } = await stream.finalChatCompletion()
    expect(choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { arguments: '{"of":"x"}' } })
    expect(choices[0]?.finish_reason).toBe('tool_calls')
  })

  it('are none for a question that the papers say nothing about, and the model is told', async () => {
    await using proxied = await open({ text: 'Your papers do not say.' })
    const answer = await clientOf(proxied).chat.completions.create({
      model: 'gloss',
      messages: [{ role: 'user', content: 'Who won the football world cup in 1954?' }],
    })
    expect(sentTo(proxied)[0]?.content).toContain('have nothing close to it')
    const { retrieved } = (answer as WithRetrieved).gloss!
    expect([retrieved?.answerable, retrieved?.sources]).toEqual([false, []])
    expect(answer.choices[0]?.message.annotations ?? []).toEqual([])
  })

  it.each(['x', '?', '漢'])('let a question of one letter (%s) through', async (content) => {
    await using proxied = await open({ text: 'What do you mean?' })
    const answer = await clientOf(proxied).chat.completions.create({
      model: 'gloss',
      messages: [{ role: 'user', content }],
    })
    expect(answer.choices[0]?.message.content).toBe('What do you mean?')
    expect((answer as WithRetrieved).gloss?.retrieved?.answerable).toBe(false)
  })

  it('are cited by each choice where several are asked for', async () => {
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
    const answer = await clientOf(proxied).chat.completions.create({ model: 'm', messages: MESSAGES, n: 2 })
    expect(answer.choices.map(({ message }) => message.annotations?.length)).toEqual([1, 0])
    expect((answer as WithRetrieved).gloss?.retrieved?.answers.map(({ index }) => index)).toEqual([0, 1])
    expect(JSON.parse(String(upstream.requests[0]?.body))).toMatchObject({ n: 2, model: 'm' })
  })

  it('hand refusals of the model server on as they came', async () => {
    await using proxied = await open({
      fault: { kind: 'status', status: 429, body: '{"error":{"message":"Slow"}}' },
    })
    const asked = clientOf(proxied).chat.completions.create({
      model: 'gloss',
      messages: MESSAGES,
      tools: TOOLS,
    })
    await expect(asked).rejects.toMatchObject({ status: 429, message: expect.stringContaining('Slow') })
  })

  it('break off with the stream of the model server', async () => {
    const fault = { kind: 'hang-up', afterFrames: 4 } as const
    await using proxied = await open({ text: SAID, fault })
    const stream = await clientOf(proxied).chat.completions.create({
      model: 'gloss',
      messages: MESSAGES,
      tools: TOOLS,
      stream: true,
    })
    const reading = (async () => {
      for await (const _ of stream);
    })()
    await expect(reading).rejects.toThrow()
  })
})

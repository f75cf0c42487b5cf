/** Tests the proxy in front of a real model server. */
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { haplotypeWorkspace } from '../../fixtures/proxied.ts'
import { type Served, serve } from '../../fixtures/served-samples.ts'

const { GLOSS_TEST_LLM_URL: url = '' } = process.env
const name = 'the proxy before a real server'

// Greedy, and few tokens: two busy cores write some three of them a second.
const REQUEST = {
  model: 'gloss',
  messages: [{ role: 'user' as const, content: 'Count from one to ten in words.' }],
  temperature: 0,
  max_tokens: 16,
}

describe.skipIf(url === '')(url === '' ? `${name} (skipped: GLOSS_TEST_LLM_URL is not set)` : name, () => {
  let workspace = ''
  let served: Served
  let proxied: OpenAI
  const direct = new OpenAI({ baseURL: url || 'http://unset/v1', apiKey: 'none' })
  beforeAll(async () => {
    workspace = await haplotypeWorkspace()
    served = await serve({ workspace, llmUrl: url, llmModel: 'default' })
    const origin = await served.server.listen({ host: '127.0.0.1', port: 0 })
    proxied = new OpenAI({ baseURL: `${origin}/v1`, apiKey: 'none', maxRetries: 0 })
  })
  afterAll(async () => {
    await served.close()
  })

  async function streamed(client: OpenAI, monitor: string) {
    const body = { ...REQUEST, stream: true, stream_options: { include_usage: true } } as const
    const stream = await client.chat.completions.create(body, { headers: { 'x-gloss-monitor': monitor } })
    let text = ''
    let tokens = 0
    for await (const { choices, usage } of stream) {
      text += choices[0]?.delta.content ?? ''
      tokens = usage?.completion_tokens ?? tokens
    }
    return { text, tokens }
  }

  it('gives the words and counts that the server gives, watched or not', async () => {
    const wanted = await streamed(direct, 'off')
    expect(wanted.tokens).toBe(REQUEST.max_tokens)
    for (const monitor of ['off', 'lexical']) expect(await streamed(proxied, monitor)).toEqual(wanted)
  })

  it('gives them as one answer', async () => {
    const wanted = await direct.chat.completions.create(REQUEST)
    const watched = await proxied.chat.completions.create(REQUEST)
    expect(watched.choices[0]?.message.content).toBe(wanted.choices[0]?.message.content)
    expect(watched.choices[0]?.finish_reason).toBe(wanted.choices[0]?.finish_reason)
    expect(watched.usage?.total_tokens).toBe(wanted.usage?.total_tokens)
  })

  it('lists its models before ours', async () => {
    const [their, ours] = [await direct.models.list(), await proxied.models.list()].map(({ data }) =>
      data.map(({ id }) => id),
    )
    expect(ours?.slice(0, their?.length)).toEqual(their)
    expect(ours).toEqual(expect.arrayContaining(['gloss', 'static']))
  })
})

/** An agent framework's client, Vercel's AI SDK, pointed at the proxy: it streams, calls tools in turns, and asks for vectors. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, generateText, stepCountIs, streamText, tool } from 'ai'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Script } from '../../fakes/scripted-llm/server.ts'
import { doubtfulAnswers, doubtfulQuestion } from '../../fixtures/doubtful-turn.ts'
import { haplotypeWorkspace, openProxied } from '../../fixtures/proxied.ts'

const providerOf = (baseURL: string) => createOpenAICompatible({ name: 'gloss', baseURL, apiKey: 'mine' })

describe('the AI SDK', () => {
  it('streams thoughts and text', async () => {
    await using proxied = await openProxied({ reasoning: 'Let me see.', text: 'Seven 🧬.' })
    const result = streamText({ model: providerOf(proxied.url)('gloss'), prompt: 'How many?' })
    let text = ''
    for await (const piece of result.textStream) text += piece
    expect([text, await result.reasoningText]).toEqual(['Seven 🧬.', 'Let me see.'])
  })

  it('streams an answer with what the corpus knows', async () => {
    const workspace = await haplotypeWorkspace()
    await using proxied = await openProxied(doubtfulAnswers(), { settings: { workspace } })
    const [{ content: prompt }] = doubtfulQuestion.messages
    const result = streamText({ model: providerOf(proxied.url)('gloss'), prompt })
    expect(await result.text).toMatch(/by searching[\s\S]*So the answer is seven\.$/)
    expect(await result.finishReason).toBe('stop')
  })

  it('calls a tool and continues with its answer', async () => {
    const turns: readonly Script[] = [
      { toolCalls: [{ id: 'call_1', name: 'count', arguments: '{"of":"haplotypes"}' }] },
      { text: 'There are seven.' },
    ]
    await using proxied = await openProxied((_, n) => turns[n] ?? {})
    const asked: string[] = []
    const count = tool({
      inputSchema: z.object({ of: z.string() }),
      async execute({ of }) {
        asked.push(of)
        return 7
      },
    })
    const { text, steps } = await generateText({
      model: providerOf(proxied.url)('gloss'),
      prompt: 'How many?',
      tools: { count },
      stopWhen: stepCountIs(3),
    })
    expect([text, steps.length, asked]).toEqual(['There are seven.', 2, ['haplotypes']])
    const roles = proxied.upstream.requests.at(-1)?.body.messages?.map(({ role }) => role)
    expect(roles).toEqual(['user', 'assistant', 'tool'])
  })

  it('gets failures with status and message', async () => {
    await using proxied = await openProxied({ text: 'x' }, { settings: { llmUrl: undefined } })
    const asked = generateText({ model: providerOf(proxied.url)('gloss'), prompt: 'x', maxRetries: 0 })
    await expect(asked).rejects.toSatisfy(
      (error) =>
        APICallError.isInstance(error) &&
        error.statusCode === 409 &&
        error.message.includes('GLOSS_LLM_URL is not set'),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { createModelInjector } from '../../../../monitor/index.ts'
import { chatAnswering } from '../../../fakes/answering-chat.ts'
import { evidenceOf, never } from '../../../fixtures/monitor-looks.ts'

const ORDER = {
  text: 'The text so far of {rag_query}',
  channel: 'reasoning',
  doubt: '',
  queries: ['one query', 'another'],
  evidence: [evidenceOf('θ = 4N_e μ "for diploids"'), evidenceOf('Second.')],
} as const

describe('injector by a model', () => {
  it('gives the text so far, the queries and the kept units as a JSON array', async () => {
    const chat = chatAnswering('x')
    await createModelInjector({ chat }).write(ORDER, never)
    const [request] = chat.requests
    expect(request).toMatchObject({ temperature: 0, maxTokens: 4096 })
    expect(request?.messages).toHaveLength(1)
    expect(
      request?.messages[0]?.content.endsWith(
        'Main Text:\nThe text so far of {rag_query}\nRAG Query:\none query; another\nRAG Result:\n' +
          '["θ = 4N_e μ \\"for diploids\\"","Second."]',
      ),
    ).toBe(true)
  })

  it.each([
    {
      name: 'as it is, white space and all',
      said: ' . Wait a minute, I found it.\n',
      text: ' . Wait a minute, I found it.\n',
    },
    {
      name: 'without its thoughts',
      said: '<think>Let me see.</think>\n\nWait a minute.',
      text: 'Wait a minute.',
    },
    { name: 'as nothing where it was cut off in thought', said: '<think>Let me', text: '' },
  ])('hands the answer on $name', async ({ said, text }) => {
    const written = await createModelInjector({ chat: chatAnswering(said) }).write(ORDER, never)
    expect(written.text).toBe(text)
    expect(written.usage?.completionTokens).toBe(5)
  })
})

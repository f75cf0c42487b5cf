import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { GlossError } from '../../../core/index.ts'
import { type JsonModes, structured } from '../../../models/index.ts'
import { chatPlaying, saying } from '../../fakes/playing-chat.ts'

const Verdict = z.strictObject({ verdict: z.enum(['yes', 'no']), score: z.number().optional() })
const request = { messages: [{ role: 'user' as const, content: 'Is it?' }], temperature: 0, maxTokens: 20 }
const signal = new AbortController().signal
const HOLDS = '{"verdict": "yes"}'
const refusing = (message: string) => [new GlossError('MODEL_REFUSED', message)]

describe('an answer that is data', () => {
  it('is held to the schema by the server', async () => {
    const chat = chatPlaying(saying(HOLDS))
    const answer = await structured(chat, request, Verdict, { signal, modes: new Map(), name: 'verdict' })
    expect(answer).toMatchObject({ value: { verdict: 'yes' }, mode: 'json_schema', isRepaired: false })
    expect(chat.requests[0]).toMatchObject({
      messages: request.messages,
      extraBody: {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'verdict', strict: true, schema: { type: 'object', required: ['verdict'] } },
        },
      },
    })
  })

  it('is asked for in words where the server takes no schema, and the server is known from then on', async () => {
    const modes: JsonModes = new Map()
    const chat = chatPlaying(
      refusing('json_schema is not supported'),
      refusing('Unknown field: response_format'),
      saying(HOLDS),
      saying(HOLDS),
    )
    expect((await structured(chat, request, Verdict, { signal, modes })).mode).toBe('plain')
    expect((await structured(chat, request, Verdict, { signal, modes })).mode).toBe('plain')
    expect(chat.requests).toHaveLength(4)
    const forms = chat.requests.map(({ extraBody }) => extraBody?.['response_format'])
    expect(forms).toMatchObject(
      [{ type: 'json_schema' }, { type: 'json_object' }, {}, {}].map((form, at) =>
        at < 2 ? form : undefined,
      ),
    )
    for (const { messages } of chat.requests.slice(1))
      expect(messages[0]!.content).toContain('"enum":["yes","no"]')
  })

  it('does not take other refusals for that', async () => {
    const chat = chatPlaying(refusing('The prompt is too long'))
    await expect(structured(chat, request, Verdict, { signal, modes: new Map() })).rejects.toThrow('too long')
    expect(chat.requests).toHaveLength(1)
  })

  const WRAPPED = [
    ['a fence', `\`\`\`json\n${HOLDS}\n\`\`\``],
    ['words and other braces', `The set {a, b} says "}": ${HOLDS} {`],
    ['braces in strings', 'Well: {"verdict": "yes", "score": 1} // {"}"}'],
  ]
  it.each(WRAPPED)('is found in %s', async (_, text) => {
    const { value } = await structured(chatPlaying(saying(text)), request, Verdict, {
      signal,
      modes: new Map(),
    })
    expect(value).toMatchObject({ verdict: 'yes' })
  })

  it('is asked for once more where it does not hold, with the reason', async () => {
    const chat = chatPlaying(saying('{"verdict": "maybe"}', [10, 5]), saying(HOLDS, [20, 6]))
    const answer = await structured(chat, request, Verdict, { signal, modes: new Map() })
    expect(answer).toEqual({
      value: { verdict: 'yes' },
      mode: 'json_schema',
      isRepaired: true,
      usage: { promptTokens: 30, completionTokens: 11, estimated: false },
    })
    expect(chat.requests[1]?.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: '{"verdict": "maybe"}' },
      { role: 'user', content: expect.stringContaining('verdict: Invalid option') },
    ])
  })

  it('is a failure where the second does not hold either, and no third is asked for', async () => {
    const chat = chatPlaying(saying(''), saying('No idea.'), saying(HOLDS))
    await expect(structured(chat, request, Verdict, { signal, modes: new Map() })).rejects.toMatchObject({
      code: 'MODEL_ANSWER_INVALID',
      facts: { prompt_tokens: 20, completion_tokens: 10 },
    })
    expect(chat.requests).toHaveLength(2)
  })
})

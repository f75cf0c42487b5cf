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
})

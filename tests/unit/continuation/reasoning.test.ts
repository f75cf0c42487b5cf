import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createContinuingChat, foldAnswer } from '../../../models/index.ts'
import {
  CONTINUE_FLAGS,
  type Emulation,
  emulateProvider,
  inquiryOf,
  KNOWN_TEXT,
  messagesOf,
  trailing,
} from '../../fakes/emulated-provider.ts'

type ContinuingOptions = Parameters<typeof createContinuingChat>[0]
const never = new AbortController().signal
const QUESTION = { messages: [{ role: 'user' as const, content: 'What is a lion?' }], temperature: 0 }
const THOUGHTS =
  'Okay, the user asks about lions 🦁.\n\nThey are cats; a < b, so I could say more. Wait — is </thi a tag? No.'

async function chatOf(
  emulation: Partial<Emulation> & Pick<Emulation, 'begun'>,
  options: Partial<ContinuingOptions> & { readonly server?: string } = {},
) {
  const provider = await emulateProvider({ text: KNOWN_TEXT, reasoning: THOUGHTS, ...emulation })
  const { server, ...more } = options
  return {
    provider,
    chat: createContinuingChat({ chat: provider.chat(server), chatAt: provider.chatAt, ...more }),
  }
}

const IN_FIELD: Emulation['begun'] = (body) => {
  const begun = trailing(body, {}, { add_generation_prompt: false })
  const isOfThoughts = begun !== null && 'reasoning' in begun
  return body['continue_final_message'] === (isOfThoughts ? 'reasoning_content' : true) ? begun : null
}

/** Returns text with tags, as left by the template of a thinking model. */
const IN_TAGS: Emulation['begun'] = (body) => {
  const begun = trailing(body, {}, CONTINUE_FLAGS)
  if (begun === null || 'reasoning' in begun) return null
  const [, thoughts = '', text] = /^<think>\n([\s\S]*?)(?:\n<\/think>\n\n([\s\S]*))?$/.exec(begun.text) ?? []
  if (text !== undefined) return { text }
  return thoughts === '' ? begun : { reasoning: thoughts }
}

const WAYS = [
  {
    name: 'a field of llama.cpp',
    signs: { '/props': { chat_template: '', total_slots: 4 } },
    begun: IN_FIELD,
  },
  {
    name: 'tags of vLLM, told apart by the server',
    signs: { '/version': { version: '0.11' } },
    begun: IN_TAGS,
  },
  {
    name: 'tags of SGLang that come back as text',
    signs: { '/get_model_info': { model_path: '', is_generation: true } },
    begun: IN_TAGS,
    hasTags: true,
  },
]

describe('thoughts', () => {
  it.each(WAYS)(
    'are gone on with as thoughts, anywhere: $name',
    async ({ signs, begun, hasTags = false }) => {
      const { chat } = await chatOf(
        { begun, ...(hasTags ? { hasTags: true } : {}) },
        { inquiry: inquiryOf(signs) },
      )
      await expect(chat.prepare(never)).resolves.toMatchObject({ rung: 'prefix', continuesReasoning: true })
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: THOUGHTS.trimEnd().length - 1 }), async (cut) => {
          const reasoning = THOUGHTS.slice(0, cut)
          const more = await foldAnswer(chat.stream(QUESTION, { reasoning, text: '' }, never))
          expect(more.text).toBe(KNOWN_TEXT)
          expect(reasoning + (more.reasoning ?? '')).toBe(THOUGHTS)
        }),
        { numRuns: 30 },
      )
    },
  )

  it('are shown to the model and thought on where they cannot be gone on with', async () => {
    const begun: Emulation['begun'] = (body, path) =>
      path.startsWith('/beta/') ? trailing(body, { prefix: true }) : null
    const { chat, provider } = await chatOf(
      { begun, reasoning: ' More.' },
      { server: 'https://api.deepseek.com/v1' },
    )
    expect(chat.known()).toMatchObject({ provider: 'DeepSeek', rung: 'prefix', continuesReasoning: false })
    const more = await foldAnswer(chat.stream(QUESTION, { reasoning: THOUGHTS, text: '' }, never))
    expect(more).toMatchObject({ reasoning: ' More.', text: KNOWN_TEXT })
    const [question] = messagesOf(provider.requests[0]?.body ?? {})
    expect(question?.content.split(THOUGHTS)).toHaveLength(2)
    expect(chat.known()).toMatchObject({ rung: 'prefix' })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createContinuingChat, foldAnswer, isExperimentalProvider } from '../../../models/index.ts'
import {
  CONTINUE_FLAGS,
  type Emulation,
  emulateProvider,
  inquiryOf,
  KNOWN_TEXT,
  trailing,
} from '../../fakes/emulated-provider.ts'

const never = new AbortController().signal
const QUESTION = { messages: [{ role: 'user' as const, content: 'What is a lion?' }], temperature: 0 }

const LLAMA_CPP = { '/props': { chat_template: '', total_slots: 4 } }

const PROVIDERS: readonly {
  readonly name: string
  readonly server?: string
  readonly signs?: Readonly<Record<string, unknown>>
  readonly emulation: Partial<Emulation> & Pick<Emulation, 'begun'>
}[] = [
  {
    name: 'DeepSeek',
    server: 'https://api.deepseek.com/v1',
    emulation: {
      begun: (body, path) => (path.startsWith('/beta/') ? trailing(body, { prefix: true }) : null),
    },
  },
  {
    name: 'Mistral',
    server: 'https://api.mistral.ai/v1',
    emulation: { echoes: true, begun: (body) => trailing(body, { prefix: true }) },
  },
  {
    name: 'Qwen (DashScope)',
    server: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    emulation: { begun: (body) => trailing(body, { partial: true }) },
  },
  {
    name: 'Moonshot',
    server: 'https://api.moonshot.ai/v1',
    emulation: { begun: (body) => trailing(body, { partial: true }) },
  },
  {
    name: 'SiliconFlow',
    server: 'https://api.siliconflow.cn/v1',
    emulation: { begun: ({ prefix }) => (typeof prefix === 'string' ? { text: prefix } : null) },
  },
  {
    name: 'Anthropic',
    server: 'https://api.anthropic.com/v1',
    emulation: {
      begun: (body) => trailing(body),
      refusal: (body) =>
        /\s$/.test(body.messages?.at(-1)?.content ?? '')
          ? 'messages: final assistant content cannot end with trailing whitespace'
          : null,
    },
  },
  {
    name: 'OpenRouter',
    server: 'https://openrouter.ai/api/v1',
    emulation: { begun: (body) => trailing(body) },
  },
  {
    name: 'vLLM',
    signs: { '/version': { version: '0.11.0' } },
    emulation: { trims: true, begun: (body) => trailing(body, {}, CONTINUE_FLAGS) },
  },
  {
    name: 'SGLang',
    signs: { '/get_model_info': { model_path: 'qwen', is_generation: true } },
    emulation: { begun: (body) => trailing(body, {}, CONTINUE_FLAGS) },
  },
  { name: 'llama.cpp', signs: LLAMA_CPP, emulation: { begun: (body) => trailing(body, {}, CONTINUE_FLAGS) } },
  {
    name: 'llama.cpp',
    signs: LLAMA_CPP,
    emulation: {
      echoes: true,
      begun: (body) => trailing(body),
      refusal: (body) => ('continue_final_message' in body ? 'unknown field' : null),
    },
  },
  {
    name: 'Ollama',
    signs: { '/api/version': { version: '0.12' } },
    emulation: { begun: (body) => trailing(body) },
  },
  {
    name: 'LiteLLM',
    signs: { '/health/liveliness': `"I'm alive!"` },
    emulation: { echoes: true, trims: true, begun: (body) => trailing(body, { prefix: true }) },
  },
  { name: 'unknown', emulation: { begun: (body) => trailing(body, { partial: true }) } },
  { name: 'unknown', emulation: { trims: true, begun: (body) => trailing(body) } },
]

describe('a server that can go on from a prefix', () => {
  it.each(PROVIDERS)(
    'of $name goes on anywhere, each character once',
    async ({ name, server, signs = {}, emulation }) => {
      const provider = await emulateProvider({ text: KNOWN_TEXT, ...emulation })
      const chat = createContinuingChat({
        chat: provider.chat(server),
        chatAt: provider.chatAt,
        inquiry: inquiryOf(signs),
      })
      const { echoes, trims = name === 'Anthropic' } = emulation
      const odd = { ...(echoes === true ? { echoes } : {}), ...(trims ? { trims } : {}) }
      const found = { provider: name, rung: 'prefix', ...odd }
      await expect(chat.prepare(never)).resolves.toMatchObject(found)
      expect(chat.known()).toMatchObject(found)
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: KNOWN_TEXT.length }), async (cut) => {
          const text = KNOWN_TEXT.slice(0, cut)
          const more = await foldAnswer(chat.stream(QUESTION, { reasoning: '', text }, never))
          expect(text + more.text).toBe(KNOWN_TEXT)
          expect(more.reasoning).toBeUndefined()
        }),
        { numRuns: 25 },
      )
      for (const { body } of provider.requests) expect(JSON.stringify(body)).not.toMatch(/\\ud[89ab]../i)
    },
  )
})

it('a provider is experimental where its row comes from documentation alone', () => {
  const names = ['llama.cpp', 'DeepSeek', 'vLLM', 'unknown', 'demonstration']
  expect(names.filter(isExperimentalProvider)).toEqual(['DeepSeek', 'vLLM'])
})

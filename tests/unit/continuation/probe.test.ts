import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { openAbilityFile } from '../../../models/adapters/ability-file.ts'
import { createContinuingChat, foldAnswer } from '../../../models/index.ts'
import {
  CONTINUE_FLAGS,
  type EmulatedProvider,
  type Emulation,
  emulateProvider,
  inquiryOf,
  KNOWN_TEXT,
  trailing,
} from '../../fakes/emulated-provider.ts'
import { chatPlaying } from '../../fakes/playing-chat.ts'
import { startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

type ContinuingOptions = Parameters<typeof createContinuingChat>[0]
const never = new AbortController().signal
const NOTHING = { reasoning: '', text: '' }
const QUESTION = { messages: [{ role: 'user' as const, content: 'What is a lion?' }], temperature: 0 }
const OPEN: EmulatedProvider[] = []
afterAll(() => Promise.all(OPEN.map((server) => server[Symbol.asyncDispose]())))

async function chatOf(
  emulation: Partial<Emulation> & Pick<Emulation, 'begun'>,
  options: Partial<ContinuingOptions> = {},
) {
  const provider = await emulateProvider({ text: KNOWN_TEXT, ...emulation })
  OPEN.push(provider)
  return { provider, chat: createContinuingChat({ chat: provider.chat(), ...options }) }
}

const FINDINGS: readonly {
  readonly name: string
  readonly emulation: Partial<Emulation> & Pick<Emulation, 'begun'>
  readonly found: object
}[] = [
  {
    name: 'the spelling that works',
    emulation: { begun: (body) => trailing(body, { prefix: true }) },
    found: { rung: 'prefix', spelling: 'prefix: true', echoes: false, trims: false },
  },
  {
    name: 'an echo',
    emulation: { echoes: true, begun: (body) => trailing(body) },
    found: { rung: 'prefix', echoes: true },
  },
  {
    name: 'white space that is lost',
    emulation: { trims: true, begun: (body) => trailing(body) },
    found: { rung: 'prefix', trims: true },
  },
  {
    name: 'white space that is refused',
    emulation: {
      begun: (body) => trailing(body),
      refusal: (body) => (/\s$/.test(body.messages?.at(-1)?.content ?? '') ? 'trailing whitespace' : null),
    },
    found: { rung: 'prefix', trims: true },
  },
  {
    name: 'a server that always begins anew, but takes tools',
    emulation: { begun: () => null },
    found: { rung: 'tool-call', spelling: null, continuesReasoning: false },
  },
  {
    name: 'a server that refuses everything but plain questions',
    emulation: {
      begun: () => null,
      refusal: (body) => (body.messages?.at(-1)?.role === 'user' ? null : 'ends with a user message'),
    },
    found: { rung: 'restart' },
  },
  {
    name: 'a model that says nothing',
    emulation: { text: '', begun: () => null },
    found: { rung: 'restart' },
  },
]

describe('the probe', () => {
  it.each(FINDINGS)('finds $name', async ({ emulation, found }) => {
    const { chat, provider } = await chatOf(emulation)
    expect(chat.known()).toBeNull()
    await expect(chat.prepare(never)).resolves.toMatchObject(found)
    const { length } = provider.requests
    await expect(chat.prepare(never)).resolves.toMatchObject(found)
    expect(provider.requests).toHaveLength(length)
    for (const { body } of provider.requests) expect(body['max_tokens']).toBeLessThanOrEqual(256)
  })

  it('is done once for all who wait, and its finding holds for all chats of the model', async () => {
    const memory = openAbilityFile(join(temporaryFolder(), 'abilities.json'))
    const { chat, provider } = await chatOf(
      { begun: (body) => trailing(body, {}, CONTINUE_FLAGS) },
      { memory },
    )
    await Promise.all([chat.prepare(never), chat.prepare(never), chat.prepare(never)])
    const { length } = provider.requests
    const other = createContinuingChat({ chat: provider.chat(), memory })
    expect(other.known()).toMatchObject({ rung: 'prefix' })
    await other.prepare(never)
    expect(provider.requests).toHaveLength(length)
  })

  it('stops at once when nobody waits any more', async () => {
    const server = await startScriptedServer({ answers: () => ({ text: KNOWN_TEXT, paceMs: 5 }) })
    const { openOpenAiStream } = await import('../../../models/adapters/openai-stream.ts')
    const chat = createContinuingChat({ chat: openOpenAiStream({ url: server.url, model: 'slow' }) })
    const [one, other] = [new AbortController(), new AbortController()]
    const waiting = [chat.prepare(one.signal), chat.prepare(other.signal)]
    const ends = waiting.map((promise) => expect(promise).rejects.toThrow('enough'))
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    one.abort(new Error('enough'))
    await ends[0]
    expect(server.open()).toBe(1)
    other.abort(new Error('enough'))
    await ends[1]
    await expect(server.requests[0]?.ended).resolves.toMatchObject({ how: 'left' })
    expect(chat.known()).toBeNull()
    await server[Symbol.asyncDispose]()
  })

  it('does not remember what a failure of the network let it find', async () => {
    const broken = new GlossError('MODEL_STREAM_BROKEN', 'reset', { fault: 'econnreset' })
    const chat = createContinuingChat({ chat: chatPlaying([broken]) })
    await expect(chat.prepare(never)).resolves.toMatchObject({ rung: 'restart' })
    expect(chat.known()).toBeNull()
  })

  it('says so where no server is at the address, before anything is asked in earnest', async () => {
    const { chat, provider } = await chatOf({ begun: () => null })
    await provider[Symbol.asyncDispose]()
    OPEN.splice(OPEN.indexOf(provider), 1)
    await expect(chat.prepare(never)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' })
    expect(chat.known()).toBeNull()
  })

  it('does not come before a plain answer', async () => {
    const { chat, provider } = await chatOf({ begun: () => null })
    await foldAnswer(chat.stream(QUESTION, NOTHING, never))
    expect(provider.requests).toHaveLength(1)
    expect(provider.requests[0]?.body.messages).toEqual(QUESTION.messages)
  })

  it('finds out whether the server counts as it goes, and asks for it from then on', async () => {
    const counting = {
      begun: (body: Parameters<Emulation['begun']>[0]) => trailing(body, {}, CONTINUE_FLAGS),
    }
    const { chat, provider } = await chatOf(counting, {
      inquiry: inquiryOf({ '/props': { chat_template: '', total_slots: 1 } }),
    })
    await chat.prepare(never)
    expect(provider.requests[0]?.body['timings_per_token']).toBe(true)
    await foldAnswer(chat.stream(QUESTION, NOTHING, never))
    expect(provider.requests.at(-1)?.body).not.toHaveProperty('timings_per_token')
  })
})

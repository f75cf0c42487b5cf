import { describe, expect, it } from 'vitest'
import { createContinuingChat, type StreamingChat } from '../../../models/index.ts'
import { type Emulation, emulateProvider, KNOWN_TEXT } from '../../fakes/emulated-provider.ts'
import { startScriptedServer } from '../../fakes/scripted-llm/server.ts'

type ContinuingOptions = Parameters<typeof createContinuingChat>[0]
const never = new AbortController().signal

async function chatOf(
  emulation: Partial<Emulation> & Pick<Emulation, 'begun'>,
  options: Partial<ContinuingOptions> = {},
) {
  const provider = await emulateProvider({ text: KNOWN_TEXT, ...emulation })
  return { provider, chat: createContinuingChat({ chat: provider.chat(), ...options }) }
}

const FINDINGS: readonly {
  readonly name: string
  readonly emulation: Partial<Emulation> & Pick<Emulation, 'begun'>
  readonly found: object
}[] = [
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

  it('reads little of a server that writes for ever', async () => {
    let written = 0
    const chat: StreamingChat = {
      id: 'endless',
      server: 'http://nowhere/v1',
      async *stream() {
        for (; ; written++) yield { type: 'reasoning', text: 'so, ' }
      },
    }
    await createContinuingChat({ chat }).prepare(never)
    expect(written).toBeLessThan(100_000)
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
})

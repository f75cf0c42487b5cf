import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { openAbilityFile } from '../../../models/adapters/ability-file.ts'
import { type ContinuationMethod, createContinuingChat, foldAnswer } from '../../../models/index.ts'
import {
  CONTINUE_FLAGS,
  type Emulation,
  emulateProvider,
  inquiryOf,
  KNOWN_TEXT,
  toldInWords,
  trailing,
} from '../../fakes/emulated-provider.ts'
import { chatPlaying } from '../../fakes/playing-chat.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

type ContinuingOptions = Parameters<typeof createContinuingChat>[0]
type KnownAbility = NonNullable<ReturnType<ReturnType<typeof openAbilityFile>['get']>>
const never = new AbortController().signal
const QUESTION = { messages: [{ role: 'user' as const, content: 'What is a lion?' }], temperature: 0 }

const METHODS: readonly ContinuationMethod[] = ['raw', 'prefix', 'tool-call', 'restart']
const PREFIX: KnownAbility = {
  provider: 'llama.cpp',
  rung: 'prefix',
  spelling: 'continue_final_message',
  continuesReasoning: true,
  echoes: false,
  trims: false,
  misnamesText: false,
  counts: false,
}

/** Returns a server that supports all methods; with those that ask in words, it repeats `repeated` characters before the cut. */
async function ladder(repeated = () => 0, own: Partial<Emulation> = {}) {
  const provider = await emulateProvider({
    text: KNOWN_TEXT,
    begun(body) {
      const { prompt } = body
      if (prompt !== undefined) return { text: prompt.slice(prompt.indexOf('</user>') + '</user>'.length) }
      const begun = trailing(body, {}, CONTINUE_FLAGS)
      if (begun !== null) return begun
      const told = toldInWords(body)
      if (told === null || 'reasoning' in told) return told
      return { text: told.text.slice(0, told.text.length - repeated()) }
    },
    ...own,
  })
  const fill = ({ messages }: { readonly messages: readonly { readonly content: string }[] }) => ({
    prompt: `<user>${messages.map(({ content }) => content).join('\n')}</user>`,
  })
  const file = join(temporaryFolder(), 'abilities.json')
  const memory = openAbilityFile(file)
  const chat = provider.chat()
  memory.set(chat.server, chat.id, PREFIX, 'As the test has it.')
  const on = (method: ContinuationMethod, more: Partial<ContinuingOptions> = {}) =>
    createContinuingChat({ chat, memory, method, inquiry: inquiryOf({ '/apply-template': fill }), ...more })
  return { provider, file, memory, chat, on }
}

describe('every continuation method', () => {
  it.each(METHODS)('%s gives the same joined text', async (method) => {
    const { on, provider } = await ladder()
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: KNOWN_TEXT.length }), async (cut) => {
        const text = KNOWN_TEXT.slice(0, cut)
        const more = await foldAnswer(on(method).stream(QUESTION, { reasoning: '', text }, never))
        expect(text + more.text).toBe(KNOWN_TEXT)
      }),
      { numRuns: 25 },
    )
    for (const { body, path } of provider.requests)
      expect([method, methodOf(body, path)]).toEqual([method, method])
  })

  it.each(METHODS)('%s sends each piece once and in order after two injections', async (method) => {
    const { on, provider } = await ladder()
    const pieces = [
      'The lion is a cat.',
      ' Wait, I should look that up: [one].',
      ' It has',
      ' Wait, again: [two].\n\n',
    ]
    await foldAnswer(on(method).stream(QUESTION, { reasoning: '', text: pieces.join('') }, never))
    const sent = provider.requests.at(-1)?.body
    const said = sent?.prompt ?? sent?.messages?.map(({ content }) => content).join('\u0000') ?? ''
    expect(said).toContain(pieces.join(''))
    for (const piece of pieces) expect(said.split(piece)).toHaveLength(2)
  })

  it.each(['tool-call', 'restart'] as const)('%s leaves out what the model says again', async (method) => {
    const repetitions = [...KNOWN_TEXT.matchAll(/(?<=\s)\p{L}/gu)].map(({ index }) => index)
    let repeated = 0
    const { on } = await ladder(() => repeated)
    const chat = on(method)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...repetitions),
        fc.integer({ min: 12, max: 60 }),
        async (start, length) => {
          fc.pre(start + length <= KNOWN_TEXT.length)
          const text = KNOWN_TEXT.slice(0, start + length)
          repeated = text.length - start
          const more = await foldAnswer(chat.stream(QUESTION, { reasoning: '', text }, never))
          expect(text + more.text).toBe(KNOWN_TEXT)
        },
      ),
      { numRuns: 60 },
    )
  })

  it.each(['tool-call', 'restart'] as const)(
    '%s puts the space in that a new message does not begin with',
    async (method) => {
      const { on } = await ladder(() => 0, { says: (rest) => rest.trimStart() })
      const text = KNOWN_TEXT.slice(0, KNOWN_TEXT.indexOf('Lions') - 1)
      const more = await foldAnswer(on(method).stream(QUESTION, { reasoning: '', text }, never))
      expect(text + more.text).toBe(KNOWN_TEXT)
    },
  )

  it('goes down where one is refused whatever the text, and stays there for this process', async () => {
    const { on, provider, file, memory, chat } = await ladder(() => 0, {
      refusal: (body, path) => (methodOf(body, path) === 'restart' ? null : 'not here'),
    })
    const text = KNOWN_TEXT.slice(0, 20)
    const more = await foldAnswer(on('prefix').stream(QUESTION, { reasoning: '', text }, never))
    expect(text + more.text).toBe(KNOWN_TEXT)
    expect(provider.requests.map(({ body, path }) => methodOf(body, path))).toEqual([
      'prefix',
      'raw',
      'tool-call',
      'restart',
      'prefix',
    ])
    const again = createContinuingChat({ chat, memory })
    expect(again.known()).toMatchObject({ rung: 'restart' })
    expect(memory.list()).toMatchObject([
      {
        model: chat.id,
        ability: { rung: 'restart' },
        why: expect.stringMatching(/prefix was refused.*not here/s),
      },
    ])
    await foldAnswer(again.stream(QUESTION, { reasoning: '', text }, never))
    expect(provider.requests).toHaveLength(6)
    expect(openAbilityFile(file).get(chat.server, chat.id)).toEqual(PREFIX)
  })

  it('keeps the method where a filter of content refused the text alone', async () => {
    const { on, provider, memory, chat } = await ladder(() => 0, {
      refusal: (body, path) =>
        methodOf(body, path) === 'prefix' && JSON.stringify(body.messages).includes('The lion')
          ? 'content_filter'
          : null,
    })
    const text = KNOWN_TEXT.slice(0, 20)
    const more = await foldAnswer(on('prefix').stream(QUESTION, { reasoning: '', text }, never))
    expect(text + more.text).toBe(KNOWN_TEXT)
    expect(provider.requests.map(({ body, path }) => methodOf(body, path))).toEqual([
      'prefix',
      'raw',
      'prefix',
    ])
    expect(memory.get(chat.server, chat.id)).toEqual(PREFIX)
  })

  it.each([401, 402, 403, 413])(
    'stays where it is when the refusal is about something else: %i',
    async (status) => {
      const chat = chatPlaying([new GlossError('MODEL_REFUSED', 'no', { status })])
      const memory = openAbilityFile(join(temporaryFolder(), 'abilities.json'))
      memory.set(chat.server, chat.id, PREFIX, 'As the test has it.')
      const events = createContinuingChat({ chat, memory }).stream(
        QUESTION,
        { reasoning: '', text: 'The' },
        never,
      )
      await expect(foldAnswer(events)).rejects.toMatchObject({ facts: { status } })
      expect(chat.requests).toHaveLength(1)
      expect(memory.get(chat.server, chat.id)).toEqual(PREFIX)
    },
  )

  it('stays where it is for text where only thoughts were refused', async () => {
    const { on, provider, memory, chat } = await ladder(() => 0, {
      refusal: (body, path) =>
        methodOf(body, path) === 'prefix' && JSON.stringify(body.messages).includes('reasoning_content')
          ? 'thoughts are not continued here'
          : null,
    })
    const going = on('prefix')
    await foldAnswer(going.stream(QUESTION, { reasoning: 'Lions, then.', text: '' }, never))
    expect(memory.get(chat.server, chat.id)).toMatchObject({ rung: 'prefix', continuesReasoning: false })
    const before = provider.requests.length
    const text = KNOWN_TEXT.slice(0, 20)
    const again = createContinuingChat({ chat, memory })
    const more = await foldAnswer(again.stream(QUESTION, { reasoning: '', text }, never))
    expect(text + more.text).toBe(KNOWN_TEXT)
    const asked = provider.requests.slice(before).map(({ body, path }) => methodOf(body, path))
    expect(asked).toEqual(['prefix'])
  })

  it('is not begun above what can be reached: a prefix at another address needs a way to it', async () => {
    const provider = await emulateProvider({ text: KNOWN_TEXT, begun: toldInWords })
    const chat = createContinuingChat({ chat: provider.chat('https://api.deepseek.com/v1') })
    expect(chat.known()).toMatchObject({ provider: 'DeepSeek', rung: 'tool-call', continuesReasoning: false })
    const text = KNOWN_TEXT.slice(0, 30)
    const more = await foldAnswer(chat.stream(QUESTION, { reasoning: '', text }, never))
    expect(text + more.text).toBe(KNOWN_TEXT)
  })

  it('takes neither raw text nor a tool of ours where the request has tools', async () => {
    const { on, provider } = await ladder(() => 0, {
      refusal: (body, path) => (methodOf(body, path) === 'prefix' ? 'no' : null),
    })
    const tools = [{ name: 'search', description: 'Searches.', parameters: { type: 'object' } }]
    await foldAnswer(on('prefix').stream({ ...QUESTION, tools }, { reasoning: '', text: 'The' }, never))
    expect(provider.requests.map(({ body, path }) => methodOf(body, path))).toEqual([
      'prefix',
      'restart',
      'prefix',
    ])
  })
})

function methodOf(body: { readonly prompt?: string; readonly [key: string]: unknown }, path: string): string {
  if (!path.includes('/chat/')) return 'raw'
  if ('continue_final_message' in body) return 'prefix'
  return body['tool_choice'] === 'none' ? 'tool-call' : 'restart'
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { extractOpenIe } from '../../../graph/openie/extract.ts'
import { openIeLimits } from '../../../graph/openie/window.ts'
import { createCachedChat, estimateMessageTokens } from '../../../models/index.ts'
import { openScriptedServer, type ScriptedServer } from '../../../scripts/lib/scripted-llm/server.ts'
import { type MemoryAnswerCache, memoryAnswerCache } from '../../fakes/memory-answer-cache.ts'
import { openOpenAiChat } from '../../fakes/openai-chat.ts'

const signal = new AbortController().signal
const TEXT = 'Lupeol from Phoenix paludosa inhibits the angiotensin-converting enzyme.'
const ENTITIES = ['Lupeol', 'Phoenix paludosa', 'angiotensin-converting enzyme']
const TRIPLES = [
  ['Lupeol', 'is from', 'Phoenix paludosa'],
  ['Lupeol', 'inhibits', 'angiotensin-converting enzyme'],
]
const LIMITS = openIeLimits(8_192)
const NAMED = JSON.stringify({ named_entities: ENTITIES })
const STATED = JSON.stringify({ triples: TRIPLES })

describe('OpenIE of a text', () => {
  let server: ScriptedServer
  let cache: MemoryAnswerCache
  beforeEach(async () => {
    server = await openScriptedServer()
    cache = memoryAnswerCache()
  })
  afterEach(() => server[Symbol.asyncDispose]())

  const chat = () =>
    createCachedChat(
      openOpenAiChat({ url: server.url, model: 'tiny', maxRetries: 0 }),
      cache,
      () => undefined,
    )

  it('asks for entities and then for the triples between them', async () => {
    server.reply({ text: NAMED }, { text: STATED })
    expect(await extractOpenIe(TEXT, chat(), signal, LIMITS)).toEqual({
      outcome: 'extracted',
      entities: ENTITIES,
      triples: TRIPLES,
      losses: {},
    })
    const [named, stated] = server.requests.map(({ body }) => body)
    expect(named?.messages?.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(named?.messages?.at(-1)?.content).toBe(TEXT)
    expect(named).toMatchObject({ temperature: 0, max_tokens: 512 })
    expect(stated?.messages?.at(-1)?.content).toBe(
      'Convert the paragraph into a JSON dict, it has a named entity list and a triple list.\nParagraph:\n```\n' +
        `${TEXT}\n\`\`\`\n\n{"named_entities": ["Lupeol", "Phoenix paludosa", "angiotensin-converting enzyme"]}\n`,
    )
    expect(stated).toMatchObject({ max_tokens: 2_048 })
  })

  it('asks nothing for a text that was asked before, and nothing for a blank one', async () => {
    server.reply({ text: NAMED }, { text: STATED })
    const first = await extractOpenIe(TEXT, chat(), signal, LIMITS)
    expect(await extractOpenIe(TEXT, chat(), signal, LIMITS)).toEqual(first)
    expect(await extractOpenIe(' \n', chat(), signal, LIMITS)).toMatchObject({
      entities: [],
      losses: { no_text: 1 },
    })
    expect(server.requests).toHaveLength(2)
  })

  it('tells a model that says there is none from one that cannot be read', async () => {
    server.reply({ text: '{"named_entities": []}' }, { text: '```json\n{"triples": []}\n```' })
    expect(await extractOpenIe('Yes.', chat(), signal, LIMITS)).toMatchObject({
      outcome: 'extracted',
      entities: [],
    })
    server.reply({ text: 'I cannot do that.' }, { text: 'No.' })
    expect(await extractOpenIe(TEXT, chat(), signal, LIMITS)).toEqual({
      outcome: 'unreadable',
      step: 'entities',
      losses: { entities_unreadable: 1 },
    })
  })

  it('repairs an answer once', async () => {
    server.reply({ text: NAMED }, { text: 'Lupeol inhibits ACE' }, { text: STATED })
    expect(await extractOpenIe(TEXT, chat(), signal, LIMITS)).toMatchObject({
      triples: TRIPLES,
      losses: { mended_triples_answer: 1 },
    })
    expect(server.requests[2]?.body.messages?.slice(-2)).toMatchObject([
      { role: 'assistant', content: 'Lupeol inhibits ACE' },
      { role: 'user' },
    ])
  })

  it('asks again the next time, but only for what could not be read', async () => {
    server.reply({ text: NAMED }, { text: '' }, { text: 'none?' })
    expect(await extractOpenIe(TEXT, chat(), signal, LIMITS)).toMatchObject({
      outcome: 'unreadable',
      step: 'triples',
    })
    server.reply({ text: STATED })
    expect(await extractOpenIe(TEXT, chat(), signal, LIMITS)).toMatchObject({ triples: TRIPLES })
    expect(server.requests).toHaveLength(4)
  })

  it('keeps the whole triples of an answer that was cut off', async () => {
    server.reply({ text: NAMED }, { text: STATED.slice(0, -25), finish: 'length' })
    expect(await extractOpenIe(TEXT, chat(), signal, LIMITS)).toMatchObject({
      triples: TRIPLES.slice(0, 1),
      losses: { triples_cut_off: 1 },
    })
  })

  it('keeps nothing of the prompt’s own example, unless the text says it too', async () => {
    const text = 'Lupeol is sold in India.'
    const echoes = [
      ['Lupeol', 'plays songs in', 'Hindi'],
      ['Radio City', 'located in', 'India'],
    ]
    const own = ['Lupeol', 'sold in', 'India']
    server.reply(
      { text: '{"named_entities": ["Lupeol", "Radio City", "India"]}' },
      { text: JSON.stringify({ triples: echoes }) },
      { text: JSON.stringify({ triples: [own, ...echoes] }) },
    )
    expect(await extractOpenIe(text, chat(), signal, LIMITS)).toEqual({
      outcome: 'extracted',
      entities: ['Lupeol', 'India'],
      triples: [own],
      losses: { entities_from_example: 1, triples_from_example: 2, mended_triples_answer: 1 },
    })
  })

  it('holds the model to the form where the server can', async () => {
    server.reply({ text: NAMED }, { text: STATED })
    await extractOpenIe(TEXT, chat(), signal, LIMITS)
    const forms = server.requests.map(({ body }) => JSON.stringify(body['response_format']))
    expect(forms[0]).toContain('"required":["named_entities"]')
    expect(forms[1]).toContain('"minItems":3,"maxItems":3')
  })

  it('shows as much of a long text as the window holds, and says so', async () => {
    const long = 'Lupeol inhibits ACE. '.repeat(400)
    server.reply({ text: NAMED }, { text: STATED })
    const limits = openIeLimits(4_096)
    expect(await extractOpenIe(long, chat(), signal, limits)).toMatchObject({ losses: { text_cut: 1 } })
    const shown = server.requests[0]?.body.messages?.at(-1)?.content ?? ''
    expect(long.startsWith(shown)).toBe(true)
    expect(shown).toMatch(/\w\.?$/)
    const asked = server.requests[1]?.body
    const tokens = estimateMessageTokens(asked?.messages ?? []) + 2 * Number(asked?.['max_tokens'])
    expect(tokens).toBeLessThan(4_096)
    expect(tokens).toBeGreaterThan(3_600)
  })

  it('refuses a window that is too small, with what to set', () => {
    expect(openIeLimits(2_048).textTokens).toBeGreaterThan(200)
    expect(() => openIeLimits(1_024)).toThrow('set GLOSS_LLM_CONTEXT to 2048 or more')
  })
})

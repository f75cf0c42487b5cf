import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { filterFacts } from '../../../graph/openie/filter-facts.ts'
import { createCachedChat } from '../../../models/index.ts'
import { openScriptedServer, type ScriptedServer } from '../../../scripts/lib/scripted-llm/server.ts'
import { type MemoryAnswerCache, memoryAnswerCache } from '../../fakes/memory-answer-cache.ts'
import { openOpenAiChat } from '../../fakes/openai-chat.ts'

const signal = new AbortController().signal
const QUESTION = 'Who directed The Ancestor?'
const CANDIDATES = [
  { subject: 'pablo trapero', predicate: 'born on', object: '4 october 1971' },
  { subject: 'the ancestor', predicate: 'directed by', object: 'guido brignone' },
  { subject: 'the ancestor', predicate: 'is', object: 'film' },
]
const KEPT = '{"fact": [["the ancestor", "directed by", "guido brignone"]]}'
const field = (name: string) => `[[ ## ${name} ## ]]`
const BEFORE = '{"fact": [["pablo trapero", "born on", "4 october 1971"]]}'

describe('recognition memory', () => {
  let server: ScriptedServer
  let cache: MemoryAnswerCache
  beforeEach(async () => {
    server = await openScriptedServer()
    cache = memoryAnswerCache()
  })
  afterEach(() => server[Symbol.asyncDispose]())

  const filter = (candidates = CANDIDATES) => {
    const chat = openOpenAiChat({ url: server.url, model: 'tiny', maxRetries: 0 })
    return filterFacts(
      QUESTION,
      candidates,
      createCachedChat(chat, cache, () => undefined),
      signal,
    )
  }

  it('shows the published demonstrations and the candidates', async () => {
    server.reply({ text: KEPT })
    await filter()
    const messages = server.requests[0]?.body.messages ?? []
    expect(messages).toHaveLength(22)
    expect(messages[2]?.content).toMatch(/^\[\[ ## fact_after_filter ## \]\]\n\{"fact":\[\["imperial river"/)
    expect(messages.at(-1)?.content).toBe(
      `${field('question')}\n${QUESTION}\n\n${field('fact_before_filter')}\n{"fact": [["pablo trapero", "born on", "4 october 1971"], ` +
        '["the ancestor", "directed by", "guido brignone"], ["the ancestor", "is", "film"]]}\n\n' +
        `Respond with the corresponding output fields, starting with the field \`${field('fact_after_filter')}\` ` +
        `(must be formatted as a valid Python Fact), and then ending with the marker for \`${field('completed')}\`.`,
    )
    expect(JSON.stringify(messages)).not.toContain('${')
  })

  it.each([
    { name: 'as asked', text: `${field('fact_after_filter')}\n${KEPT}\n\n${field('completed')}` },
    { name: 'JSON alone', text: KEPT },
    { name: 'on the line of the marker', text: `${field('fact_after_filter')} ${KEPT}` },
    { name: 'fenced', text: `${field('fact_after_filter')}\n\`\`\`json\n${KEPT}\n\`\`\`` },
    { name: 'a list alone', text: '[["the ancestor", "directed by", "guido brignone"]]' },
    { name: 'Python', text: "{'fact': [('the ancestor', 'directed by', 'guido brignone')]}" },
    {
      name: 'all fields again',
      text: `${field('fact_before_filter')}\n${BEFORE}\n${field('fact_after_filter')}\n${KEPT}`,
    },
    {
      name: 'with a question of its own after it',
      text: `${field('fact_after_filter')}\n${KEPT}\n${field('completed')}\n${BEFORE}`,
    },
    { name: 'spelled as titles', text: '{"fact": [["The Ancestor", "directed by", "Guido Brignone"]]}' },
    { name: 'mended', text: '{"fact": [["the ancestor", "was directed by", "guido brignone"]]}' },
    {
      name: 'twice',
      text: `{"fact": [${KEPT.slice(10, -2)}, ["The ancestor", "directed by", "guido brignone"]]}`,
    },
  ])('keeps what the model keeps: $name', async ({ text }) => {
    server.reply({ text })
    expect(await filter()).toEqual({ outcome: 'kept', kept: [1], losses: {} })
  })

  it('keeps the order of the model and drops what it made up', async () => {
    const facts = [
      ['the ancestor', 'is', 'film'],
      ['guido brignone', 'born in', 'milan'],
      ['the ancestor', 'directed by', 'guido brignone'],
    ]
    server.reply({ text: JSON.stringify({ fact: facts }) })
    expect(await filter()).toEqual({ outcome: 'kept', kept: [2, 1], losses: { not_candidate: 1 } })
  })

  it('tells none from an answer that says nothing, which is asked for again', async () => {
    server.reply({ text: `${field('fact_after_filter')}\n{"fact": []}` }, { text: 'Guido Brignone.' })
    expect(await filter()).toEqual({ outcome: 'said_none' })
    expect(await filter(CANDIDATES.slice(1))).toEqual({ outcome: 'unreadable', losses: { unreadable: 1 } })
    // What it shows of another question after the end is no answer to this one.
    const another = `${field('fact_after_filter')}\nNone of them.\n${field('completed')}\n${BEFORE}`
    server.reply({ text: another })
    expect(await filter(CANDIDATES.slice(0, 2))).toEqual({ outcome: 'unreadable', losses: { unreadable: 1 } })
    server.reply({ text: '{"fact": [["guido brignone", "born in", "milan"]]}' }, { text: KEPT })
    expect(await filter(CANDIDATES.slice(1))).toEqual({ outcome: 'unreadable', losses: { not_candidate: 1 } })
    expect(await filter(CANDIDATES.slice(1))).toMatchObject({ outcome: 'kept', kept: [0] })
  })

  it('asks nothing about nothing', async () => {
    expect(await filter([])).toEqual({ outcome: 'said_none' })
    expect(server.requests).toHaveLength(0)
  })
})

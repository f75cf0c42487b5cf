/** OpenIE of one text with a chat that is played: what is asked, asked again, lost and forgotten. */
import { describe, expect, it } from 'vitest'
import { extractOpenIe } from '../../../../graph/openie/extract.ts'
import { createCachedChat, requestHash } from '../../../../models/index.ts'
import { chatAnswering } from '../../../fakes/answering-chat.ts'
import { memoryAnswerCache } from '../../../fakes/memory-answer-cache.ts'

const signal = new AbortController().signal
const TEXT = 'Lupeol from bark inhibits ACE.'
const LIMITS = { entityTokens: 300, tripleTokens: 700, textTokens: 1_000 }
const NAMED = '{"named_entities": ["Lupeol", "ACE"]}'
const STATED = '{"triples": [["Lupeol", "inhibits", "ACE"]]}'

async function extract(answers: readonly string[], text = TEXT, limits = LIMITS) {
  const cache = memoryAnswerCache()
  const chat = chatAnswering(...answers)
  const found = await extractOpenIe(
    text,
    createCachedChat(chat, cache, () => undefined),
    signal,
    limits,
  )
  const kept = chat.requests.map((request) => cache.answers.get(requestHash(chat.id, request)))
  return { found, requests: chat.requests, kept }
}

describe('OpenIE of a text', () => {
  it('asks for entities, then for triples, each with its limit, its form and no chance', async () => {
    const { found, requests, kept } = await extract([NAMED, STATED])
    expect(found).toEqual({
      outcome: 'extracted',
      entities: ['Lupeol', 'ACE'],
      triples: [['Lupeol', 'inhibits', 'ACE']],
      losses: {},
    })
    const list = { type: 'array', items: { type: 'string' } }
    const schema = (name: string, items: unknown) => ({
      name,
      schema: {
        type: 'object',
        properties: { [name]: items },
        required: [name],
        additionalProperties: false,
      },
    })
    expect(requests.map(({ messages: _, ...rest }) => rest)).toEqual([
      { temperature: 0, maxTokens: 300, schema: schema('named_entities', list) },
      {
        temperature: 0,
        maxTokens: 700,
        schema: schema('triples', { type: 'array', items: { ...list, minItems: 3, maxItems: 3 } }),
      },
    ])
    expect(requests[1]?.messages.at(-1)?.content).toContain('{"named_entities": ["Lupeol", "ACE"]}')
    expect(kept).toEqual([NAMED, STATED])
  })

  it('asks nothing about a blank text', async () => {
    const { found, requests } = await extract([], ' \n')
    expect(found).toEqual({ outcome: 'extracted', entities: [], triples: [], losses: { no_text: 1 } })
    expect(requests).toEqual([])
  })

  it('repairs an answer once, and counts it as mended', async () => {
    const { found, requests } = await extract(['hm', NAMED, 'hm', STATED])
    expect(found).toMatchObject({
      outcome: 'extracted',
      losses: { mended_entities_answer: 1, mended_triples_answer: 1 },
    })
    expect(requests[1]?.messages.slice(-2)).toMatchObject([
      { role: 'assistant', content: 'hm' },
      { role: 'user', content: expect.stringContaining('{"named_entities": ["...", "..."]}') },
    ])
    expect(requests[3]?.messages.at(-1)?.content).toContain(
      '{"triples": [["subject", "relation", "object"], ...]}',
    )
  })

  it.each([
    {
      name: 'the entities',
      answers: ['hm', 'ha'],
      step: 'entities',
      losses: { entities_unreadable: 1 },
      kept: ['', ''],
    },
    {
      name: 'the triples',
      answers: [NAMED, 'hm', 'ha'],
      step: 'triples',
      losses: { triples_unreadable: 1 },
      kept: [NAMED, '', ''],
    },
  ])('gives up where $name stay unreadable, and forgets these answers alone', async (given) => {
    const { found, kept } = await extract(given.answers)
    expect(found).toEqual({ outcome: 'unreadable', step: given.step, losses: given.losses })
    expect(kept).toEqual(given.kept)
  })

  it('names what it loses by the step, mended things first', async () => {
    const { found } = await extract([
      '{"named_entities": ["Lupeol", "Lupeol", 7]}',
      '{"triples": [["Lupeol", "is", 7], "x"]}',
    ])
    expect(found).toMatchObject({
      losses: {
        entities_repeated: 1,
        mended_entities_number: 1,
        mended_triples_number: 1,
        triples_not_triple: 1,
      },
    })
  })

  it('shows as much of a text as the limit allows, and says so in every outcome', async () => {
    const text = `${TEXT} `.repeat(40).trimEnd()
    const limits = { ...LIMITS, textTokens: 20 }
    const { found, requests } = await extract([NAMED, STATED], text, limits)
    expect(found).toMatchObject({ losses: { text_cut: 1 } })
    const shown = requests[0]?.messages.at(-1)?.content ?? ''
    expect(text.startsWith(shown) && shown.length < text.length).toBe(true)
    expect(requests[1]?.messages.at(-1)?.content).toContain(`\`\`\`\n${shown}\n\`\`\``)
    expect((await extract(['hm', 'hm'], text, limits)).found.losses).toEqual({
      text_cut: 1,
      entities_unreadable: 1,
    })
    expect((await extract([NAMED, 'hm', 'hm'], text, limits)).found.losses).toEqual({
      text_cut: 1,
      triples_unreadable: 1,
    })
  })

  it('leaves out what only the example of the prompt says', async () => {
    const { found } = await extract([
      '{"named_entities": ["Lupeol", "Radio City"]}',
      '{"triples": [["Lupeol", "inhibits", "ACE"], ["Radio City", "is in", "India"]]}',
    ])
    expect(found).toEqual({
      outcome: 'extracted',
      entities: ['Lupeol'],
      triples: [['Lupeol', 'inhibits', 'ACE']],
      losses: { entities_from_example: 1, triples_from_example: 1 },
    })
  })
})

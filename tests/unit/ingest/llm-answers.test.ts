/** Tests units written by a chat model: reading its answers, ids and places of units, and retries. */
import { describe, expect, it } from 'vitest'
import { createLlmSummariser, projectCost } from '../../../ingest/summarise/index.ts'
import { chatAnswering } from '../../fakes/answering-chat.ts'
import { memoryAnswerCache } from '../../fakes/memory-answer-cache.ts'
import { readPaperOf } from '../../fakes/read-paper.ts'
import { publishedPrompt } from '../../fixtures/published-prompt.ts'
import { hasShared, orSkipped } from '../../fixtures/shared.ts'

const signal = new AbortController().signal
const HEADER = 'name,year,locator,topic,quote'
const row = (quote: string, locator = 'N/A', topic = 'N/A') => `N_A,1999,${locator},${topic},"${quote}"`
const csv = (...rows: readonly string[]) => [HEADER, ...rows].join('\n')
const SHORT = readPaperOf(['Lupeol acts on palms.'], { abstract: 'Lupeol\nacts. <answer>' }, true)
const PAGES = ['A', 'B', 'C'].map((name) => `${`${name} word `.repeat(430).trim()}.`)
const LONG = readPaperOf(PAGES, {}, true)

type Options = Partial<Parameters<typeof createLlmSummariser>[0]>

function asking(answers: readonly string[], options: Options = {}) {
  const chat = chatAnswering(...answers)
  const defaults = { form: 'csv', contextTokens: async () => 32_000, cache: null } as const
  const model = createLlmSummariser({ chat, ...defaults, ...options })
  return { chat, model, of: (paper = SHORT) => model.summarise(paper, signal) }
}
const NARROW: Options = { contextTokens: async () => 2_500, maxAnswerTokens: 500 }

describe('an answer', () => {
  it.each([
    ['csv', csv(row(' Lupeol\nacts  here. ')), 'Lupeol acts here.', {}],
    ['csv', csv(row('One.'), row('Two.')), 'One.|Two.', {}],
    ['csv', csv('N_A,2014,N/A,t,It is so, they say.'), 'It is so, they say.', {}],
    ['csv', csv(row('One.'), 'N_A,oops', row('')), 'One.', { wrong_columns: 1, empty_quote: 1 }],
    ['claims', '{"claims": ["A.", " B. "]}', 'A.|B.', {}],
    ['claims', '{ "claims": [] }', '', {}],
    ['claims', 'Sure: ```json\n{"claims":\n ["A."]}\n``` Is that [fine]?', 'A.', {}],
    ['claims', '{"claims": ["A.", "B.",]}', 'A.|B.', {}],
    ['claims', String.raw`{"claims": ["A [1] \"x\" {y}."]}`, 'A [1] "x" {y}.', {}],
    ['claims', "{'claims': ['A.']}", 'A.', {}],
    ['claims', '{claims: ["A."]}', 'A.', {}],
    ['claims', '{"claims": ["claim 1"]} … {"claims": ["A."]}', 'A.', {}],
    ['claims', '{"claims": ["A.", "B is ha', 'A.', { claims_cut_off: 1 }],
    [
      'claims',
      '{"claims": ["A.", 3, "", "A."]}',
      'A.',
      { claim_not_text: 1, claim_empty: 1, claim_repeated: 1 },
    ],
  ] as const)('in %s is read: %s', async (form, answer, texts, losses) => {
    const { drafts, losses: lost } = await asking([answer], { form }).of()
    expect([drafts.map(({ text }) => text).join('|'), lost]).toEqual([texts, losses])
  })

  it.each([
    ['csv', 'Sorry.', 'five columns'],
    ['csv', csv(row('')), 'five columns'],
    ['claims', 'There are none.', '"claims"'],
    ['claims', '{"points": ["A."]}', '"claims"'],
    ['claims', '{"claims": [1]}', '"claims"'],
  ] as const)('in %s that says nothing is shown to the model once more: %s', async (form, answer, said) => {
    const good = form === 'csv' ? csv(row('One.')) : '{"claims": ["One."]}'
    const { chat, of } = asking([answer, good], { form })
    expect((await of()).drafts.map(({ text }) => text)).toEqual(['One.'])
    const [shown, asked] = chat.requests[1]!.messages.slice(-2)
    expect(shown).toMatchObject({ role: 'assistant', content: answer })
    expect(asked?.content).toContain(said)
  })
})

describe('a paper', () => {
  it('fails after a second answer without a row, and is asked about again by the next run', async () => {
    const cache = memoryAnswerCache()
    const { chat, model, of } = asking(['No.', 'Still no.', csv(row('One.'))], { cache })
    await expect(of()).rejects.toMatchObject({ code: 'MODEL_ANSWER_INVALID' })
    expect(chat.requests).toHaveLength(2)
    expect((await model.summarise(SHORT, signal)).drafts).toHaveLength(1)
  })

  it('keeps its good parts, and the parts without a unit are counted', async () => {
    const { drafts, losses } = await asking(
      ['no', 'no', ...['B', 'C'].map((name) => csv(row(name)))],
      NARROW,
    ).of(LONG)
    expect(drafts.map(({ text }) => text)).toEqual(['B', 'C'])
    expect(losses).toMatchObject({ part_without_units: 1 })
  })

  it('is refused if the window of the model cannot hold the prompt', async () => {
    const { of } = asking([], { contextTokens: async () => 1_000 })
    await expect(of()).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
  })
})

describe('a unit', () => {
  it.each([
    ['N/A', 'Palm bark'],
    ['none', 'Palm bark'],
    ['', 'Palm bark'],
    ['nanotubes', 'nanotubes'],
  ])('has the topic of the model, else that of the paper: %s', async (topic, expected) => {
    const paper = readPaperOf(['Palm bark heals. Palm bark is old. Palm bark is dry.'])
    const { drafts } = await asking([csv(row('Statins help.', 'N/A', topic))]).of(paper)
    expect(drafts.map((draft) => draft.topic)).toEqual([expected])
  })

  const text =
    'Introduction\nPalms grow fast in warm soil.\n\nResults\nThe bark of palms held lupeol. It was old.'
  const at = text.indexOf('Results')
  const sections = [
    { heading: 'Introduction', level: 1, start: 0, end: at },
    { heading: 'Results', level: 1, start: at, end: text.length },
  ]
  it.each([
    ['The bark of palms held lupeol.', 'Results, p. 1', 'The bark of palms held lupeol.'],
    ['Lupeol was held by old bark.', 'Results, p. 1', 'The bark of palms held lupeol. It was old.'],
    ['Warm soil lets palms grow.', 'Introduction, p. 1', 'Palms grow fast in warm soil.'],
    ['Statins lower cholesterol.', 'p. 1', null],
  ])('rests on the sentences that it restates: %s', async (statement, locator, place) => {
    const { drafts } = await asking([csv(row(statement))]).of(readPaperOf([text], { sections }, true))
    expect(drafts).toMatchObject([
      { name: 'SYNTHESIZED_POINT_SUMMARY', year: 2014, text: statement, locator },
    ])
    const { start, end } = drafts[0]!
    expect(start === null || end === null ? null : text.slice(start, end)).toBe(place)
  })

  it('names all pages that it may rest on, none where the paper has none', async () => {
    const { drafts } = await asking([csv(row('Statins lower it.'))]).of(LONG)
    expect(drafts[0]!.locator).toBe('pp. 1–3')
    const plain = await asking([csv(row('Statins lower it.'))]).of(readPaperOf(['Lupeol acts.']))
    expect(plain.drafts[0]!.locator).toBe('')
  })
})

describe('the prompts', () => {
  it.skipIf(!hasShared)(orSkipped('are the published text, with the paper in its place'), async () => {
    const { chat, of } = asking([csv(row('One.'))])
    const paper = readPaperOf(['A paper with {query}, {paper_content}, $& and $1.'], { title: ' ' })
    await of(paper)
    const [only] = chat.requests[0]!.messages
    expect(only?.content).toBe(publishedPrompt('P-UNIT').split('{paper_content}').join(paper.pages[0]!.text))
    expect(chat.requests[0]).toMatchObject({ temperature: 0, maxTokens: 8_000 })
  })

  it('are not sent of a paper without text, nor after an abort', async () => {
    const { chat, model, of } = asking([])
    expect(await of(readPaperOf([' ']))).toEqual({ drafts: [], losses: { no_text: 1 } })
    await expect(model.summarise(SHORT, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop')
    expect(chat.requests).toEqual([])
  })

  it('show a long paper part by part, every sentence once, under a note', async () => {
    const { chat, of } = asking(
      ['A', 'B', 'C'].map((name) => csv(row(`${name}.`))),
      NARROW,
    )
    expect((await of(LONG)).drafts.map(({ locator }) => locator)).toEqual(['p. 1', 'p. 2', 'p. 3'])
    for (const [i, { messages }] of chat.requests.entries()) {
      expect(messages[0]!.content).toContain(`(This is part ${i + 1} of 3 of the paper;`)
      expect(messages[0]!.content).toContain(PAGES[i]!.slice(0, 2_000))
    }
  })
})

describe('the projected cost', () => {
  const PRICES = new Map([['tiny', { prompt: 2, completion: 10 }]])
  const project = (
    papers: readonly (typeof SHORT)[],
    more: Partial<Parameters<typeof projectCost>[1]> = {},
  ) =>
    projectCost(papers, {
      form: 'csv',
      model: 'tiny',
      contextTokens: async () => 32_000,
      prices: PRICES,
      cache: null,
      ...more,
    })

  it('is a call for each paper, with its prompt and an answer of the usual size', async () => {
    const { promptTokens, ...rest } = await project([SHORT, SHORT])
    const cost = (promptTokens * 2 + 700 * 10) / 1_000_000
    expect(rest).toEqual({ papers: 2, calls: 2, cachedCalls: 0, completionTokens: 700, cost })
    expect((await project([SHORT], { form: 'claims' })).completionTokens).toBe(280)
    expect((await project([SHORT], { maxAnswerTokens: 100 })).completionTokens).toBe(100)
    expect((await project([SHORT], { model: 'other' })).cost).toBeNull()
  })
})

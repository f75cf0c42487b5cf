/** Units by a chat model: how they are named and placed, and what happens where the server finds a paper too long. */
import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../../core/index.ts'
import { createLlmSummariser, type LlmSummariserOptions } from '../../../../ingest/summarise/llm.ts'
import { promptOf, requestsOf } from '../../../../ingest/summarise/llm-requests.ts'
import { MERGE_PROMPT } from '../../../../ingest/summarise/merge-points.ts'
import type { AskedEvent, ChatModel, ChatRequest } from '../../../../models/index.ts'
import { chatAnswering } from '../../../fakes/answering-chat.ts'
import { memoryAnswerCache } from '../../../fakes/memory-answer-cache.ts'
import { readPaperOf } from '../../../fakes/read-paper.ts'

const signal = new AbortController().signal
const csv = (...quotes: readonly string[]) =>
  ['name,year,locator,topic,quote', ...quotes.map((quote) => `N_A,1999,p. 77,N/A,"${quote}"`)].join('\n')
const SHORT = readPaperOf(['Lupeol acts on palms.'])
const PAGES = Array.from({ length: 4 }, (_, i) => `${`Page ${i} word `.repeat(200).trim()}.`)
const LONG = readPaperOf(PAGES, {}, true)

const summariser = (chat: ChatModel, more: Partial<LlmSummariserOptions> = {}) =>
  createLlmSummariser({ chat, form: 'csv', contextTokens: async () => 32_000, cache: null, ...more })

/** Refuses the first requests with the error, and keeps all. */
function refusing(times: number, error: () => Error) {
  const requests: ChatRequest[] = []
  const chat: ChatModel = {
    id: 'refusing',
    async complete(request) {
      if (requests.push(request) <= times) throw error()
      const usage = { promptTokens: 1, completionTokens: 1, estimated: false }
      return { text: csv('It is so.'), finish: 'stop', usage }
    },
  }
  return { chat, requests }
}
const tooLong = () => new GlossError('MODEL_REFUSED', 'over the context length')

describe('units by a model', () => {
  it('say which model and prompts made them', () => {
    expect(summariser(chatAnswering()).made).toBe(
      `llm:answering:${promptOf('csv').hash}+${MERGE_PROMPT.hash}`,
    )
    expect(summariser(chatAnswering(), { form: 'claims' }).made).toBe(
      `llm:answering:${promptOf('claims').hash}`,
    )
  })

  it('have the constant name, the year of the paper, and the place of the text that they restate', async () => {
    const text = 'Introduction\nPalms grow fast in warm soil.\n\nResults\nThe bark of palms held lupeol.'
    const at = text.indexOf('\n\n') + 2
    const sections = [
      { heading: 'Introduction', level: 1, start: 0, end: at - 2 },
      { heading: 'Results', level: 1, start: at, end: text.length },
    ]
    const paper = readPaperOf([text], { sections }, true)
    const model = summariser(chatAnswering(csv('The bark of palms held lupeol.', 'Statins lower it.')))
    const { drafts, losses } = await model.summarise(paper, signal)
    expect(losses).toEqual({})
    const of = { kind: 'unit', name: 'SYNTHESIZED_POINT_SUMMARY', year: 2014, made: model.made }
    const start = text.indexOf('The bark')
    expect(drafts).toEqual([
      {
        ...of,
        locator: 'Results, p. 1',
        topic: drafts[1]!.topic,
        text: 'The bark of palms held lupeol.',
        page: 1,
        start,
        end: text.length,
      },
      // Of no sentence of the paper: the pages that were shown.
      {
        ...of,
        locator: 'p. 1',
        topic: drafts[0]!.topic,
        text: 'Statins lower it.',
        page: null,
        start: null,
        end: null,
      },
    ])
  })

  it('have the topic of the model, else that of the paper', async () => {
    const paper = readPaperOf(['Palm bark heals. Palm bark is old. Palm bark is dry.'])
    const answer = `${csv('Statins lower it.')}\nN_A,1999,N/A,statins,"Statins help."`
    const { drafts } = await summariser(chatAnswering(answer)).summarise(paper, signal)
    expect(drafts.map(({ topic }) => topic)).toEqual(['Palm bark', 'statins'])
  })

  it('name all the pages that they may rest on, none where the paper has none', async () => {
    const locator = async (paper: typeof LONG) =>
      (await summariser(chatAnswering(csv('Statins lower it.'))).summarise(paper, signal)).drafts[0]!.locator
    expect(await locator(LONG)).toBe('pp. 1–4')
    expect(await locator(SHORT)).toBe('')
  })

  it('name pages apart where parts apart gave them', async () => {
    const window = { form: 'csv', contextTokens: 2_100, maxAnswerTokens: 300 } as const
    expect(requestsOf(LONG, window).map(({ pages }) => pages)).toEqual(
      [1, 2, 3, 4].map((page) => [page, page]),
    )
    const merged = csv('Statins lower it.', 'Statins help.', 'Statins act.').split('\n')
    const answer = merged.map((line, i) => line.replace('p. 77', ['', '1+3+4', '2', '4+3'][i]!)).join('\n')
    const parts = [0, 1, 2, 3].map((part) => csv(`Statins lower ${part}.`))
    const { drafts } = await summariser(chatAnswering(...parts, answer), {
      maxAnswerTokens: 300,
      contextTokens: async () => 2_100,
    }).summarise(LONG, signal)
    expect(drafts.map(({ locator }) => locator)).toEqual(['pp. 1, 3–4', 'p. 2', 'pp. 3–4'])
  })

  it('are not asked for after an abort', async () => {
    const chat = chatAnswering(csv('It is so.'))
    const asked: string[] = []
    const contextTokens = async () => Number(asked.push('window')) * 32_000
    await expect(summariser(chat, { contextTokens }).summarise(SHORT, AbortSignal.abort())).rejects.toThrow()
    expect([chat.requests, asked]).toEqual([[], []])
  })

  it('are told of as they are asked for, and asked for once with a cache', async () => {
    const events: AskedEvent[] = []
    const options = { cache: memoryAnswerCache(), onAsked: (event: AskedEvent) => events.push(event) }
    const chat = chatAnswering(csv('It is so.'))
    for (let time = 0; time < 2; time++) await summariser(chat, options).summarise(SHORT, signal)
    expect(events.map(({ isCached }) => isCached)).toEqual([false, true])
    expect(chat.requests).toHaveLength(1)
  })
})

describe('a paper that the server finds too long', () => {
  const contextTokens = async () => 6_000
  const partsIn = (tokens: number) => requestsOf(LONG, { form: 'csv', contextTokens: tokens })

  it('is asked about in parts for .7 of the window, then for .49 of it', async () => {
    expect([6_000, 4_200].map((tokens) => partsIn(tokens).length)).toEqual([1, 2])
    const once = refusing(1, tooLong)
    await summariser(once.chat, { contextTokens }).summarise(LONG, signal)
    expect(once.requests.slice(0, 3)).toEqual(
      [...partsIn(6_000), ...partsIn(4_200)].map(({ request }) => request),
    )
    const [window, smaller] = [9_001, 4_410]
    const twice = refusing(2, tooLong)
    await summariser(twice.chat, { contextTokens: async () => window }).summarise(LONG, signal)
    expect(twice.requests[2]).toEqual(partsIn(smaller)[0]!.request)
  })

  it('fails with the refusal after three windows', async () => {
    const { chat, requests } = refusing(99, tooLong)
    const failure = summariser(chat, { contextTokens: async () => 20_000 }).summarise(LONG, signal)
    await expect(failure).rejects.toMatchObject({ code: 'MODEL_REFUSED' })
    expect(requests).toHaveLength(3)
  })

  it('fails with the refusal where a smaller window holds nothing', async () => {
    const { chat, requests } = refusing(99, tooLong)
    const failure = summariser(chat, { contextTokens: async () => 3_200 }).summarise(LONG, signal)
    await expect(failure).rejects.toMatchObject({ code: 'MODEL_REFUSED' })
    expect(requests).toHaveLength(1)
  })

  it('is asked about no more where .7 of the window is less than what is needed, by whatever little', async () => {
    let least = 0
    try {
      partsIn(1)
    } catch (error) {
      least = Number(/takes (\d+)/.exec(String(error))![1])
    }
    const { chat, requests } = refusing(99, tooLong)
    const window = Math.ceil(least / 0.7) - 1
    const failure = summariser(chat, { contextTokens: async () => window }).summarise(LONG, signal)
    await expect(failure).rejects.toMatchObject({ code: 'MODEL_REFUSED' })
    expect(requests).toHaveLength(1)
  })

  it('is not one where the window is too small to begin with, or the server is not there', async () => {
    const { chat, requests } = refusing(99, tooLong)
    const small = summariser(chat, { contextTokens: async () => 1_000 }).summarise(LONG, signal)
    await expect(small).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
    expect(requests).toEqual([])
    const gone = refusing(99, () => new GlossError('MODEL_UNAVAILABLE', 'context length'))
    await expect(summariser(gone.chat, { contextTokens }).summarise(LONG, signal)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
    })
    expect(gone.requests).toHaveLength(1)
  })
})

/** A paper that no window holds: its parts are asked about one by one, and their points become about three of the whole paper. E4 and E6 to E9 hold for each. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLlmSummariser, projectCost } from '../../../ingest/summarise/index.ts'
import { readBundledPrices } from '../../../models/adapters/bundled-prices.ts'
import { memoryAnswerCache } from '../../fakes/memory-answer-cache.ts'
import { openOpenAiChat } from '../../fakes/openai-chat.ts'
import { readPaperOf } from '../../fakes/read-paper.ts'
import {
  openScriptedServer,
  type ScriptedRequest,
  type ScriptedServer,
} from '../../fakes/scripted-llm/server.ts'

const signal = new AbortController().signal
const PAGES = 12
/** Twelve pages of some 500 tokens each; {points} and its like are text like any other. */
const paper = readPaperOf(
  Array.from({ length: PAGES }, (_, page) =>
    Array.from(
      { length: 25 },
      (_, i) => `Compound ${page}-${i} inhibited {points} of strain S${i} in broth.`,
    ).join(' '),
  ),
  {},
  true,
)
/** P-UNIT takes some 2,700 tokens with its answer and repair, so that a part holds some 2,300. */
const SMALL = 5_000
const LARGE = 32_768

const row = (quote: string, locator = 'N/A') => `SYNTHESIZED_POINT_SUMMARY,N/A,${locator},N/A,"${quote}"`
const csv = (...rows: string[]) => ({ text: `name,year,locator,topic,quote\n${rows.join('\n')}\n` })
const three = (name: string) =>
  csv(...['first', 'second', 'third'].map((nth) => row(`The ${nth} of ${name}.`)))
const promptOf = ({ body }: ScriptedRequest) => body.messages?.[0]?.content ?? ''
const isMerge = (request: ScriptedRequest) => promptOf(request).includes('Title and Points:')
const partOf = (request: ScriptedRequest) => /This is part (\d+) of (\d+)/.exec(promptOf(request))?.slice(1)

describe('a paper of several windows', () => {
  let server: ScriptedServer
  beforeEach(async () => {
    server = await openScriptedServer()
  })
  afterEach(() => server[Symbol.asyncDispose]())

  /** Three points to each part, and `merged` to every question that merges. */
  const answering = (merged: (request: ScriptedRequest) => { text: string }, requests = 60) =>
    server.reply(
      ...Array.from(
        { length: requests },
        () => (request: ScriptedRequest) =>
          isMerge(request) ? merged(request) : three(`part ${partOf(request)?.[0]}`),
      ),
    )
  const summarise = (tokens: number, cache = memoryAnswerCache()) =>
    createLlmSummariser({
      chat: openOpenAiChat({ url: server.url, model: 'tiny', maxRetries: 0 }),
      form: 'csv',
      contextTokens: async () => tokens,
      cache,
    }).summarise(paper, signal)
  const project = (tokens: number, cache = memoryAnswerCache()) =>
    projectCost([paper], {
      form: 'csv',
      model: 'tiny',
      contextTokens: async () => tokens,
      prices: readBundledPrices(),
      cache,
    })
  const merges = () => server.requests.filter(isMerge)

  it('gives the points of one more call, that shows those of all parts', async () => {
    answering(() => csv(row('One.', '1'), row('Two.', '2+4'), row('Three.', '3')))
    const { drafts, losses } = await summarise(SMALL)
    expect(drafts.map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.'])
    expect(losses).toEqual({})
    const parts = server.requests.length - 1
    expect(parts).toBeGreaterThan(2)
    expect(server.requests.slice(0, -1).map(partOf)).toEqual(
      Array.from({ length: parts }, (_, i) => [String(i + 1), String(parts)]),
    )
    for (let part = 1; part <= parts; part++)
      expect(promptOf(server.requests.at(-1)!)).toContain(`${3 * part}. The third of part ${part}.`)
  })

  it('names the pages of the parts that a merged point rests on', async () => {
    answering(() => csv(row('One.', '1'), row('Two.', '3+1+900'), row('Three.', 'N/A'), row('Four.', '1+9')))
    const locators = (await summarise(SMALL)).drafts.map(({ locator }) => locator)
    const [first, second, all, ends] = locators
    expect(first).toMatch(/^pp\. 1–\d$/)
    expect(second).toBe(first)
    expect(all).toBe(`pp. 1–${PAGES}`)
    expect(ends).toMatch(new RegExp(`^pp\\. 1–\\d, \\d+–${PAGES}$`))
  })

  it('merges in rounds where the points do not fit one window either', async () => {
    const long = (name: number) => csv(...[1, 2, 3].map((i) => row(`${'word '.repeat(60)}${name}-${i}.`)))
    server.reply(...Array.from({ length: 60 }, (_, i) => long(i)))
    const cramped = 3_060 // P-UNIT takes 3,026 with the least part
    expect((await summarise(cramped)).drafts).toHaveLength(3)
    expect(merges().length).toBeGreaterThan(5)
    expect(server.requests.slice(-merges().length).every(isMerge)).toBe(true)
    const lengths = merges().map((request) => promptOf(request).length)
    expect(Math.max(...lengths)).toBeLessThan(Math.max(...server.requests.map((one) => promptOf(one).length)))
    // Points of the published size are a little longer, so that fewer fit.
    expect((await project(cramped)).calls).toBeGreaterThanOrEqual(server.requests.length)
  })

  it('has its merging in the projected cost, call by call', async () => {
    answering(() => csv(row('One.'), row('Two.'), row('Three.')))
    const cache = memoryAnswerCache()
    const { calls } = await project(SMALL, cache)
    expect(cache.answers.size).toBe(0)
    await summarise(SMALL, cache)
    expect(server.requests).toHaveLength(calls)
    expect(await project(SMALL, cache)).toMatchObject({ calls: 0, cachedCalls: calls, promptTokens: 0 })
    expect((await project(LARGE)).calls).toBe(1)
  })

  it('is cut into smaller parts where the server finds one too long, though the estimate did not', async () => {
    const most = 7_500
    const refusal = {
      status: 400,
      body: '{"error":{"message":"the request exceeds the available context size"}}',
    }
    server.reply(
      ...Array.from({ length: 60 }, () => (request: ScriptedRequest) => {
        if (promptOf(request).length > most) return refusal
        return isMerge(request) ? csv(row('One.'), row('Two.')) : three('a part')
      }),
    )
    expect((await summarise(SMALL)).drafts.map(({ text }) => text)).toEqual(['One.', 'Two.'])
    const lengths = server.requests.map((request) => promptOf(request).length)
    expect(lengths.filter((length) => length > most)).toHaveLength(1)

    server.reply(...Array.from({ length: 9 }, () => refusal))
    await expect(summarise(LARGE, memoryAnswerCache())).rejects.toMatchObject({ code: 'MODEL_REFUSED' })
  })

  it('needs no merging where its parts gave no more than three points together', async () => {
    server.reply(csv(row('One.')), ...Array.from({ length: 20 }, () => ({ text: 'Nothing to say.' })))
    const { drafts, losses } = await summarise(SMALL)
    expect(drafts.map(({ text }) => text)).toEqual(['One.'])
    expect(losses['part_without_units']).toBeGreaterThan(1)
    expect(merges()).toHaveLength(0)
  })
})

/** What asking a model about papers will take, counted by hand from the requests that would be sent. */
import { describe, expect, it } from 'vitest'
import { requestsOf } from '../../../../ingest/summarise/llm-requests.ts'
import { mergeRequests } from '../../../../ingest/summarise/merge-points.ts'
import { type ProjectionOptions, projectCost } from '../../../../ingest/summarise/project-cost.ts'
import { type ChatRequest, estimateMessageTokens, requestHash } from '../../../../models/index.ts'
import { memoryAnswerCache } from '../../../fakes/memory-answer-cache.ts'
import { readPaperOf } from '../../../fakes/read-paper.ts'

const PAPER = readPaperOf(['Lupeol acts on palms.'], { abstract: 'Lupeol acts.' })
const OTHER = readPaperOf(['Zinc acts on palms, too.'], { abstract: 'Zinc acts.' })
const LONG = readPaperOf(['A', 'B', 'C'].map((name) => `${`${name} word `.repeat(430).trim()}.`))
const PRICES = new Map([['tiny', { prompt: 2, completion: 10 }]])

const project = (papers: readonly (typeof PAPER)[], more: Partial<ProjectionOptions> = {}) =>
  projectCost(papers, {
    form: 'csv',
    model: 'tiny',
    contextTokens: async () => 32_000,
    prices: PRICES,
    cache: null,
    ...more,
  })
const tokensOf = (requests: readonly ChatRequest[]) =>
  requests.reduce((sum, { messages }) => sum + estimateMessageTokens(messages), 0)
const requested = (paper: typeof PAPER, form: 'csv' | 'claims' = 'csv') =>
  requestsOf(paper, { form, contextTokens: 32_000 }).map(({ request }) => request)

describe('the projected cost', () => {
  it('is a call for each paper, with its prompt and an answer of the usual size', async () => {
    const promptTokens = tokensOf([...requested(PAPER), ...requested(OTHER)])
    expect(await project([PAPER, OTHER])).toEqual({
      papers: 2,
      calls: 2,
      cachedCalls: 0,
      promptTokens,
      completionTokens: 700,
      cost: (promptTokens * 2 + 700 * 10) / 1_000_000,
    })
  })

  it('has the claims of an abstract as 280 tokens, and never more than an answer may have', async () => {
    const promptTokens = tokensOf(requested(PAPER, 'claims'))
    expect(await project([PAPER], { form: 'claims' })).toMatchObject({
      calls: 1,
      promptTokens,
      completionTokens: 280,
    })
    expect((await project([PAPER], { maxAnswerTokens: 100 })).completionTokens).toBe(100)
  })

  it('is nothing of no paper, and of a paper without text', async () => {
    const nothing = { calls: 0, cachedCalls: 0, promptTokens: 0, completionTokens: 0, cost: 0 }
    expect(await project([])).toEqual({ papers: 0, ...nothing })
    expect(await project([readPaperOf([' '])])).toEqual({ papers: 1, ...nothing })
  })

  it('has no price where that of the model is not known', async () => {
    expect(await project([PAPER], { model: 'other' })).toMatchObject({ calls: 1, cost: null })
  })

  it('counts the parts of a long paper and the merging of their points, three of 315 characters each', async () => {
    const window = { form: 'csv', contextTokens: 2_500, maxAnswerTokens: 500 } as const
    const parts = requestsOf(LONG, window).map(({ request }) => request)
    const point = { text: 'x'.repeat(315), topic: '', pages: [] }
    const merges = mergeRequests(Array(9).fill(point), LONG.description.title, window)
    const [merge] = merges.map(({ request }) => request!)
    expect([parts.length, merges.length]).toEqual([3, 1])
    const projected = await project([LONG], { maxAnswerTokens: 500, contextTokens: async () => 2_500 })
    expect(projected).toMatchObject({
      calls: 4,
      promptTokens: tokensOf([...parts, merge!]),
      completionTokens: 4 * 350,
    })
  })

  it('leaves out what is known already, and keeps nothing itself', async () => {
    const cache = memoryAnswerCache()
    await project([PAPER], { cache })
    expect(cache.answers.size).toBe(0)
    const [known] = requested(PAPER)
    await cache.set(requestHash('tiny', known!), 'N_A,N/A,N/A,N/A,"It is so."')
    expect(await project([PAPER, OTHER], { cache })).toMatchObject({
      papers: 2,
      calls: 1,
      cachedCalls: 1,
      promptTokens: tokensOf(requested(OTHER)),
      completionTokens: 350,
    })
  })

  it('counts a paper whose known answers are of no use as one without a call, and goes on', async () => {
    const cache = { ...memoryAnswerCache(), get: async () => 'Sorry.' }
    expect(await project([PAPER, OTHER], { cache })).toMatchObject({ papers: 2, calls: 0, cachedCalls: 4 })
  })

  it('fails as the run would where the window is too small', async () => {
    const small = project([PAPER], { contextTokens: async () => 1_000 })
    await expect(small).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
  })
})

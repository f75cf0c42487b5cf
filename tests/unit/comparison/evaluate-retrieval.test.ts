/** How a backend is asked, and what is counted of its answers. */
import { describe, expect, it } from 'vitest'
import { measureNamed } from '../../../comparison/measures.ts'
import { metricValues, percentile } from '../../../comparison/metrics.ts'
import { evaluateRetrieval, figuresOf, type JudgedQuestion } from '../../../comparison/retrieval.ts'
import type { Retriever } from '../../../retrieval/index.ts'

function asking(papers: readonly string[] = ['a', 'b', 'a']) {
  const asked: { text: string; k: number; onePerPaper: boolean | undefined }[] = []
  const retriever: Retriever = {
    name: 'fixed',
    retrieve({ text, k, onePerPaper }) {
      asked.push({ text, k, onePerPaper })
      const hits = papers.map((paper, at) => ({
        unit: `${paper}${at}`,
        paper,
        rank: at + 1,
        score: 9 - at,
        why: {},
      }))
      return Promise.resolve({ hits, stages: { rank: 2 } })
    },
  }
  return { retriever, asked }
}

const question = (id: string, gains: readonly number[], isOfUnits?: boolean): JudgedQuestion => ({
  id,
  text: `text of ${id}`,
  judgements: new Map(gains.map((gain, at) => ['abc'[at]!, gain])),
  ...(isOfUnits === undefined ? {} : { isOfUnits }),
})
const nameOf = ({ paper }: { readonly paper: string }) => paper

describe('a backend is asked', () => {
  const ks = async (measures: readonly string[], depth?: number) => {
    const { retriever, asked } = asking()
    const options = { measures: measures.map(measureNamed), ...(depth === undefined ? {} : { depth }) }
    await evaluateRetrieval(retriever, [question('q', [1])], nameOf, options)
    return asked.map(({ k }) => k)
  }

  it('once to warm up, and once for each question that has a relevant document', async () => {
    const { retriever, asked } = asking()
    const questions = [
      question('1', [0, 0]),
      question('2', [0, 1]),
      question('3', [1, 0], true),
      question('4', []),
    ]
    await evaluateRetrieval(retriever, questions, nameOf)
    expect(asked.map(({ text }) => text)).toEqual(['text of 2', 'text of 2', 'text of 3'])
    expect(asked.map(({ onePerPaper }) => onePerPaper)).toEqual([true, true, false])
  })

  it('for ten hits, or for as many as a measure looks at', async () => {
    expect(await ks([])).toEqual([10, 10])
    expect(await ks([], 5)).toEqual([10, 10])
    expect(await ks([], 30)).toEqual([30, 30])
    expect(await ks(['R@5', 'R@20'])).toEqual([20, 20])
    expect(await ks(['R@20'], 30)).toEqual([30, 30])
    expect(await ks(['R@5000', 'AP'])).toEqual([1_000, 1_000])
  })

  it('no more where it is stopped', async () => {
    const { retriever, asked } = asking()
    const stopped = { signal: AbortSignal.abort(new Error('stopped')) }
    await expect(evaluateRetrieval(retriever, [question('q', [1])], nameOf, stopped)).rejects.toThrow(
      'stopped',
    )
    expect(asked).toHaveLength(1)
  })
})

describe('what was found', () => {
  it('has each document once, with the score of its first hit', async () => {
    const { retriever } = asking()
    const { found, figures, questions } = await evaluateRetrieval(retriever, [question('q', [0, 1])], nameOf)
    expect([...found]).toEqual([
      [
        'q',
        [
          { document: 'a', score: 9 },
          { document: 'b', score: 8 },
        ],
      ],
    ])
    expect(figures).toMatchObject({ queries: 1, 'mrr@10': 0.5, 'hit@1': 0 })
    expect(questions[0]).toMatchObject({ id: 'q', stages: { rank: 2 } })
    expect(questions[0]!.ms).toBeGreaterThanOrEqual(0)
    expect(questions[0]!.ms).toBeLessThan(60_000)
    expect('measures' in questions[0]!).toBe(false)
    expect('measures' in figures).toBe(false)
    expect('usage' in figures).toBe(false)
    expect('answeredBy' in figures).toBe(false)
  })

  it('took no longer than the whole evaluation', async () => {
    const { retriever } = asking()
    const begun = performance.now()
    const { questions } = await evaluateRetrieval(retriever, [question('q', [1])], nameOf)
    expect(questions[0]!.ms).toBeLessThanOrEqual(performance.now() - begun)
  })

  it('has further measures that were asked for, and their means', async () => {
    const { retriever } = asking()
    const measures = [measureNamed('P@2'), measureNamed('NumRet')]
    const { figures, questions } = await evaluateRetrieval(
      retriever,
      [question('1', [0, 1]), question('2', [1, 1])],
      nameOf,
      { measures },
    )
    expect(questions.map(({ measures: own }) => own)).toEqual([
      { 'P@2': 0.5, NumRet: 2 },
      { 'P@2': 1, NumRet: 2 },
    ])
    expect(figures.measures).toEqual({ 'P@2': 0.75, NumRet: 2 })
  })
})

describe('figures', () => {
  const row = (id: string, ms: number, more: object = {}) => ({
    id,
    ...metricValues((_, at) => at / 8),
    ms,
    stages: {},
    ...more,
  })

  it('of several questions are means, with what a stage took', () => {
    const rows = [
      row('1', 10, { stages: { embed: 4 }, by: 'walk' }),
      row('2', 30, { stages: { rank: 1, embed: 2 }, by: 'bm25' }),
      row('3', 20, { stages: {}, by: 'walk' }),
    ]
    const figures = figuresOf(rows)
    expect(figures).toMatchObject({ queries: 3, p50Ms: 20, p99Ms: 30, 'hit@10': 7 / 8 })
    expect(figures.intervals['hit@10']).toEqual([7 / 8, 7 / 8])
    expect(Object.entries(figures.stages)).toEqual([
      ['embed', { meanMs: 2, p50Ms: 2, p99Ms: 4 }],
      ['rank', { meanMs: 1 / 3, p50Ms: 0, p99Ms: 1 }],
    ])
    expect(figures.answeredBy).toEqual({ walk: 2, bm25: 1 })
  })

  it('of none are none', () => {
    expect(figuresOf([])).toMatchObject({ queries: 0, p50Ms: Number.NaN, 'hit@1': 0 })
  })
})

it.each([
  { values: [], p: 0.5, is: Number.NaN },
  { values: [7], p: 0, is: 7 },
  { values: [7], p: 1, is: 7 },
  { values: [3, 1, 2], p: 0, is: 1 },
  { values: [3, 1, 2], p: 0.33, is: 1 },
  { values: [3, 1, 2], p: 0.34, is: 2 },
  { values: [3, 1, 2], p: 0.67, is: 3 },
  { values: [3, 1, 2], p: 1, is: 3 },
  { values: [10, 9, 100], p: 0.5, is: 10 },
  { values: [1, 2], p: 2, is: 2 },
])('the value below which $p of $values lie is $is', ({ values, p, is }) => {
  expect(percentile(values, p)).toBe(is)
})

/** What the evaluation of a backend counts, and what a comparison makes of several. */
import { describe, expect, it } from 'vitest'
import { comparePairs, evaluateRetrieval, type JudgedQuestion } from '../../../comparison/index.ts'
import { METRICS } from '../../../comparison/metrics.ts'
import type { Retriever } from '../../../retrieval/index.ts'
import type { Retrieval } from '../../../retrieval/ports.ts'

type Answer = Partial<Retrieval> & { readonly papers: readonly string[] }

/** Answers by the text of the question; hits are units `u-PAPER` of these papers. */
function fixedRetriever(answers: Readonly<Record<string, Answer>>): Retriever & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    name: 'fixed',
    asked,
    async retrieve({ text }) {
      asked.push(text)
      const { papers, ...rest } = answers[text] ?? { papers: [] }
      const hits = papers.map((paper, i) => ({
        unit: `u-${paper}`,
        paper,
        rank: i + 1,
        score: 1 / (i + 1),
        why: {},
      }))
      return { hits, stages: {}, ...rest }
    },
  }
}

const QUESTIONS: readonly JudgedQuestion[] = [
  { id: '1', text: 'one', judgements: new Map([['a', 1]]) },
  { id: '2', text: 'two', judgements: new Map([['c', 1]]) },
  { id: '3', text: 'not judged', judgements: new Map([['a', 0]]) },
]
const ANSWERS = { one: { papers: ['pa', 'pb'] }, two: { papers: ['px', 'pc'] } }
const nameOf = ({ paper }: { readonly paper: string }) => paper.slice(1)

describe('the evaluation of a backend', () => {
  it('is the mean over the questions that have a relevant document, by documents', async () => {
    const { figures } = await evaluateRetrieval(fixedRetriever(ANSWERS), QUESTIONS, nameOf)
    expect(figures).toMatchObject({ queries: 2, 'recall@2': 1, 'recall@5': 1, 'recall@10': 1 })
    expect(figures['ndcg@10']).toBeCloseTo((1 + 0.63093) / 2, 5)
    expect(figures).toMatchObject({ 'mrr@10': 0.75, 'hit@1': 0.5, 'hit@5': 1, 'hit@10': 1 })
    expect(figures.p50Ms).toBeLessThanOrEqual(figures.p99Ms)
  })

  it('holds each mean in its interval', async () => {
    const { figures } = await evaluateRetrieval(fixedRetriever(ANSWERS), QUESTIONS, nameOf)
    for (const metric of METRICS) {
      const [low, high] = figures.intervals[metric]
      expect(low).toBeLessThanOrEqual(figures[metric])
      expect(high).toBeGreaterThanOrEqual(figures[metric])
    }
  })

  it('keeps what every question came to, and asks each once after one to warm up', async () => {
    const retriever = fixedRetriever(ANSWERS)
    const { questions } = await evaluateRetrieval(retriever, QUESTIONS, nameOf)
    expect(questions.map(({ id, 'mrr@10': reciprocal }) => [id, reciprocal])).toEqual([
      ['1', 1],
      ['2', 0.5],
    ])
    expect(retriever.asked).toEqual(['one', 'one', 'two'])
  })

  it('counts a document once that two hits stand for', async () => {
    const retriever = fixedRetriever({ one: { papers: ['pa', 'qa', 'pb'] } })
    const question = { id: '1', text: 'one', judgements: new Map(Object.entries({ a: 1, b: 1 })) }
    const { figures } = await evaluateRetrieval(retriever, [question], nameOf)
    expect(figures['ndcg@10']).toBe(1)
  })

  it('tells milliseconds by stage; a stage that a question does not have took none of it', async () => {
    const retriever = fixedRetriever({
      one: { papers: [], stages: { search: 2 } },
      two: { papers: [], stages: { search: 4, walk: 10 } },
    })
    const { stages } = (await evaluateRetrieval(retriever, QUESTIONS, nameOf)).figures
    expect(stages).toEqual({
      search: { meanMs: 3, p50Ms: 2, p99Ms: 4 },
      walk: { meanMs: 5, p50Ms: 0, p99Ms: 10 },
    })
  })

  const USAGES = [
    { name: 'known costs are added', costs: [0.25, 0.5], cost: 0.75 },
    { name: 'one unknown cost makes the sum unknown', costs: [0.25, null], cost: null },
  ]
  it.for(USAGES)('sums what models were asked: $name', async ({ costs, cost }) => {
    const usage = { calls: 2, promptTokens: 100, completionTokens: 7 }
    const [first = null, second = null] = costs
    const retriever = fixedRetriever({
      one: { papers: [], usage: { ...usage, cost: first } },
      two: { papers: [], usage: { ...usage, cost: second } },
    })
    const { figures } = await evaluateRetrieval(retriever, QUESTIONS, nameOf)
    expect(figures.usage).toEqual({ calls: 4, promptTokens: 200, completionTokens: 14, cost })
  })

  it('has no usage where no model is asked, and figures of 0 for no question', async () => {
    const { figures, questions } = await evaluateRetrieval(fixedRetriever({}), [], nameOf)
    expect(figures).toMatchObject({ queries: 0, 'ndcg@10': 0 })
    expect([questions, 'usage' in figures]).toEqual([[], false])
  })
})

describe('pairs of backends', () => {
  const many = Array.from({ length: 40 }, (_, i): JudgedQuestion => {
    return { id: String(i), text: `q${i}`, judgements: new Map([['a', 1]]) }
  })
  const rows = async (rankOf: (i: number) => number) => {
    const answers = many.map(({ text }, i) => {
      const papers = ['px', 'py', 'pz']
      papers.splice(rankOf(i) - 1, 0, 'pa')
      return [text, { papers }]
    })
    return (await evaluateRetrieval(fixedRetriever(Object.fromEntries(answers)), many, nameOf)).questions
  }

  it('are tested on each metric, the better one first', async () => {
    const pairs = comparePairs({
      second: await rows(() => 2),
      first: await rows(() => 1),
      mixed: await rows((i) => 1 + (i % 2)),
    })
    const found = pairs.filter(({ metric }) => metric === 'mrr@10')
    expect(found.map(({ better, worse, isSignificant }) => [better, worse, isSignificant])).toEqual([
      ['first', 'second', true],
      ['mixed', 'second', true],
      ['first', 'mixed', true],
    ])
    expect(found[0]).toMatchObject({ difference: 0.5, interval: [0.5, 0.5] })
    expect(found[0]?.adjustedP).toBeGreaterThan(found[0]?.p ?? 1)
    expect(pairs.filter(({ metric }) => metric === 'recall@5').map(({ p }) => p)).toEqual([1, 1, 1])
  })

  it('are none for one backend', async () => {
    expect(comparePairs({ alone: await rows(() => 1) })).toEqual([])
  })
})

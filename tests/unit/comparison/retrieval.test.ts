/** What the evaluation of a backend counts, and what a comparison makes of several. */
import { describe, expect, it } from 'vitest'
import { comparePairs, evaluateRetrieval, type JudgedQuestion } from '../../../comparison/index.ts'
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
const nameOf = ({ paper }: { readonly paper: string }) => paper.slice(1)

describe('the evaluation of a backend', () => {
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
})

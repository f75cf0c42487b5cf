/** Units found by expanded terms beside the hits of a backend, joined by their ranks. */
import { describe, expect, it } from 'vitest'
import type { SparseIndex } from '../../../index/index.ts'
import type { Hit, Question, Retriever } from '../../../retrieval/ports.ts'
import { sparseBackend } from '../../../retrieval/sparse-expansion.ts'

type Found = Awaited<ReturnType<SparseIndex['search']>>

function opened(inner: readonly string[], found: Found) {
  const calls: unknown[][] = []
  const backend: Retriever = {
    name: 'inner',
    prepare: async () => void calls.push(['prepare inner']),
    async retrieve({ k, text }) {
      calls.push(['inner', text, k])
      const hits = inner.map(
        (unit, at): Hit => ({ unit, paper: `of ${unit}`, rank: at + 1, score: 9 - at, why: { words: at } }),
      )
      return { hits, stages: { search: 1 } }
    },
  }
  const index: SparseIndex = {
    async search(question, depth, filter) {
      calls.push(['search', question, depth, filter])
      return found
    },
    explain: async (_, unit) => [{ term: 7, score: unit.length }],
    save: async () => true,
  }
  const expander = { weigh: () => 'weighed', term: (term: number) => `term ${term}` } as never
  const sparse = sparseBackend(backend, async () => {
    calls.push(['ground'])
    return { index, expander }
  })
  const ask = (question: Partial<Question> = {}) => sparse.retrieve({ text: 'bark?', k: 9, ...question })
  return { ask, calls, sparse }
}
const at = (unit: string, score: number, paper = `of ${unit}`) => ({ unit, paper, score })

describe('sparse expansion', () => {
  it('adds 1 / (60 + rank) of both sides', async () => {
    const { hits } = await opened(['a', 'b'], [at('b', 5), at('c', 4)]).ask()
    expect(hits.map(({ unit, paper, score, rank }) => [unit, paper, score, rank])).toEqual([
      ['b', 'of b', 1 / 62 + 1 / 61, 1],
      ['a', 'of a', 1 / 61, 2],
      ['c', 'of c', 1 / 62, 3],
    ])
  })

  it('says what both sides said', async () => {
    const { hits, stages } = await opened(['a', 'b'], [at('b', 5), at('c', 4)]).ask()
    expect(hits.map(({ why }) => why)).toEqual([
      { words: 1, sparse: { score: 5 } },
      { words: 0 },
      { sparse: { score: 4 } },
    ])
    expect(Object.keys(stages)).toEqual(['search', 'sparse'])
    expect(stages['search']).toBe(1)
    expect(stages['sparse']! >= 0 && stages['sparse']! < 60_000).toBe(true)
  })

  it('names the terms where reasons are asked for, of what it found itself', async () => {
    const { hits } = await opened(['a', 'b'], [at('b', 5)]).ask({ explain: true })
    expect(hits.map(({ why }) => why)).toEqual([
      { words: 1, sparse: { score: 5, terms: [{ term: 'term 7', score: 1 }] } },
      { words: 0 },
    ])
  })

  it.each([
    { k: 1, depth: 100 },
    { k: 101, depth: 101 },
  ])('looks $depth deep on both sides for $k hits', async ({ k, depth }) => {
    const { ask, calls } = opened(['a'], [])
    await ask({ k, filter: { papers: ['p'] } })
    expect(calls).toEqual([
      ['inner', 'bark?', depth],
      ['ground'],
      ['search', 'weighed', depth, { papers: ['p'] }],
    ])
    const plain = opened(['a'], [])
    await plain.ask()
    expect(plain.calls.at(-1)).toEqual(['search', 'weighed', 100, null])
  })

  it('gives as many hits as wanted', async () => {
    expect((await opened(['a', 'b'], [at('c', 1)]).ask({ k: 2 })).hits.map(({ unit }) => unit)).toEqual([
      'a',
      'c',
    ])
  })

  it('is prepared with its backend, whose name it has, and refuses an empty question', async () => {
    const { sparse, calls, ask } = opened([], [])
    await sparse.prepare?.()
    expect([sparse.name, calls]).toEqual(['inner', [['prepare inner'], ['ground']]])
    await expect(ask({ text: '' })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    const bare = sparseBackend({ name: 'bare', retrieve: sparse.retrieve }, async () => ({}) as never)
    await expect(bare.prepare?.()).resolves.toBeUndefined()
  })
})

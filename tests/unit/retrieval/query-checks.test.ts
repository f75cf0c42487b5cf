/** What every backend does with a question before and after its own work. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLedger } from '../../../models/index.ts'
import {
  checkQuestion,
  embedQuestion,
  type Ranked,
  rankHits,
  withMatchingTerms,
} from '../../../retrieval/query-checks.ts'
import { fakeEmbedder } from '../../fakes/fake-embedder.ts'
import { fakeIndex } from '../../fakes/fake-index.ts'

describe('a question', () => {
  it.for([
    { name: 'no text', text: '', k: 1, field: 'query' },
    { name: 'white space alone', text: ' \n\t', k: 1, field: 'query' },
    { name: 'no hits wanted', text: 'x', k: 0, field: 'k' },
    { name: 'fewer than none', text: 'x', k: -1, field: 'k' },
    { name: 'half a hit', text: 'x', k: 1.5, field: 'k' },
    { name: 'a number of hits that is none', text: 'x', k: Number.NaN, field: 'k' },
  ])('is refused with $name', ({ text, k, field }) => {
    expect(() => checkQuestion({ text, k })).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', facts: { field } }),
    )
  })

  it.for([1, 2, 1000])('is taken for %d hits', (k) => {
    expect(() => checkQuestion({ text: ' x ', k })).not.toThrow()
  })
})

describe('the vector of a question', () => {
  const texts: string[] = []
  const embedder = fakeEmbedder(2, (text) => {
    texts.push(text)
    return text === 'x' ? [] : [0, 2]
  })

  it('is the one that is known, also where it is known to be none', async () => {
    const vector = Float32Array.of(1, 0)
    expect(await embedQuestion({ text: 'bark', vector }, embedder)).toBe(vector)
    expect(await embedQuestion({ text: 'bark', vector: null }, embedder)).toBeNull()
    expect(texts).toEqual([])
  })

  it('is else made of the text, and none for a text with nothing in it', async () => {
    expect(await embedQuestion({ text: 'bark' }, embedder)).toEqual(Float32Array.of(0, 1))
    expect(await embedQuestion({ text: 'x' }, embedder)).toBeNull()
    expect(texts).toEqual(['bark', 'x'])
  })

  it('is none where an embedder gives none, and the embedder is given the signal and the ledger', async () => {
    const given: unknown[] = []
    const silent = {
      ...embedder,
      embed: async (...args: unknown[]) => {
        given.push(...args)
        return []
      },
    }
    const { signal } = new AbortController()
    const ledger = createLedger(new Map())
    expect(await embedQuestion({ text: 'bark', ledger }, silent, signal)).toBeNull()
    expect(given).toEqual([['bark'], signal, ledger])
  })
})

const ranked = (unit: string, score: number, paper = 'p'): Ranked => ({ unit, paper, score, why: {} })

describe('hits', () => {
  const all = [
    ranked('d', 0.5, 'q'),
    ranked('b', 0.5, 'p'),
    ranked('c', 0.9, 'p'),
    ranked('a', 0.5, 'p'),
    ranked('e', -1, 'r'),
  ]

  it.for([
    { name: 'the best first, equal ones by id', question: { k: 5 }, units: ['c', 'a', 'b', 'd', 'e'] },
    { name: 'no more than asked for', question: { k: 2 }, units: ['c', 'a'] },
    { name: 'the best of each paper', question: { k: 5, onePerPaper: true }, units: ['c', 'd', 'e'] },
    { name: 'as many papers as asked for', question: { k: 2, onePerPaper: true }, units: ['c', 'd'] },
    { name: 'several of a paper', question: { k: 3, onePerPaper: false }, units: ['c', 'a', 'b'] },
  ])('are $name, numbered from 1', ({ question, units }) => {
    const hits = rankHits(all, { text: 'x', ...question })
    expect(hits.map(({ unit }) => unit)).toEqual(units)
    expect(hits.map(({ rank }) => rank)).toEqual(units.map((_, place) => place + 1))
  })

  it('are the same in whatever order they come', () => {
    const units = fc.uniqueArray(fc.record({ unit: fc.string(), score: fc.constantFrom(0, 0.5, 1) }), {
      selector: ({ unit }) => unit,
    })
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: 9 }), (some, k) => {
        const given = some.map(({ unit, score }) => ranked(unit, score))
        expect(rankHits(given.toReversed(), { text: 'x', k })).toEqual(rankHits(given, { text: 'x', k }))
      }),
    )
  })

  it('get the terms of the question that each has', async () => {
    const index = fakeIndex([
      { unit: 'a', text: 'lupeol in bark' },
      { unit: 'b', text: 'birch' },
    ])
    const hits = rankHits([{ ...ranked('a', 1), why: { words: 2 } }, ranked('b', 0)], { text: 'x', k: 2 })
    const found = await withMatchingTerms(index, ['bark', 'lupeol'], hits)
    expect(found.map(({ unit, why }) => ({ unit, ...why }))).toEqual([
      {
        unit: 'a',
        words: 2,
        terms: [
          { term: 'bark', score: 1 },
          { term: 'lupeol', score: 1 },
        ],
      },
      { unit: 'b', terms: [] },
    ])
  })
})

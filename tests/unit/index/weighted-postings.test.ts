import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createWeightedPostings, type SparseTerms } from '../../../index/sparse/weighted-postings.ts'

const VOCABULARY = 12

function sparse(entries: readonly (readonly [number, number])[]): SparseTerms {
  const sorted = [...new Map(entries)].sort(([a], [b]) => a - b)
  return {
    terms: Uint32Array.from(sorted, ([term]) => term),
    weights: Float32Array.from(sorted, ([, weight]) => weight),
  }
}

const document = fc
  .array(fc.tuple(fc.integer({ min: 0, max: VOCABULARY - 1 }), fc.double({ min: 0, max: 5, noNaN: true })), {
    maxLength: 8,
  })
  .map(sparse)

function productByHand(one: SparseTerms, other: SparseTerms): number {
  let sum = 0
  for (const [at, term] of one.terms.entries()) {
    const found = other.terms.indexOf(term)
    if (found >= 0) sum += one.weights[at]! * other.weights[found]!
  }
  return sum
}

function scoresOf(postings: ReturnType<typeof createWeightedPostings>, question: SparseTerms): number[] {
  const out = new Float32Array(postings.rows())
  postings.score(question, out)
  return [...out]
}

describe('weighted postings', () => {
  test('score the product of both sides, within what a weight is rounded by', () => {
    fc.assert(
      fc.property(fc.array(document, { maxLength: 10 }), document, (documents, question) => {
        const postings = createWeightedPostings(VOCABULARY)
        for (const one of documents) postings.add(one)
        const rounding = question.weights.reduce((sum, weight) => sum + weight * 0.0101, 0.001)
        for (const [row, score] of scoresOf(postings, question).entries())
          expect(Math.abs(score - productByHand(question, documents[row]!))).toBeLessThanOrEqual(rounding)
      }),
    )
  })

  test('frozen, with rows left out and more behind, score as if built anew', () => {
    const documents = fc.array(fc.tuple(document, fc.boolean()), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(documents, document, document, (given, later, question) => {
        const grown = createWeightedPostings(VOCABULARY)
        for (const [one] of given) grown.add(one)
        const keep = given.flatMap(([, isKept], row) => (isKept ? [row] : []))
        const again = createWeightedPostings(VOCABULARY, grown.parts(keep), keep.length)
        again.add(later)
        const anew = createWeightedPostings(VOCABULARY)
        for (const row of keep) anew.add(given[row]![0])
        anew.add(later)
        expect(scoresOf(again, question)).toEqual(scoresOf(anew, question))
        const all = [...Array(keep.length + 1).keys()]
        expect(again.parts(all)).toEqual(anew.parts(all))
      }),
    )
  })

  test('leave out weights that round to nothing', () => {
    const postings = createWeightedPostings(VOCABULARY)
    postings.add(
      sparse([
        [1, 0.009],
        [2, 0.011],
        [3, 0],
      ]),
    )
    const { offsets, rows, steps } = postings.parts([0])
    expect([[...rows], [...steps]]).toEqual([[0], [1]])
    expect([...offsets.slice(0, 5)]).toEqual([0, 0, 0, 1, 1])
    const question = sparse([1, 2, 3].map((term) => [term, 1] as const))
    expect(postings.explain(question, 0)).toEqual([{ term: 2, score: expect.closeTo(0.02, 6) }])
  })

  test('explain a score by its terms, greatest first', () => {
    const postings = createWeightedPostings(VOCABULARY)
    postings.add(
      sparse([
        [1, 1],
        [3, 2],
        [4, 9],
      ]),
    )
    expect(
      postings.explain(
        sparse([
          [1, 4],
          [3, 1],
          [5, 7],
        ]),
        0,
      ),
    ).toEqual([
      { term: 1, score: 4 },
      { term: 3, score: 2 },
    ])
    expect(postings.explain(sparse([[1, 4]]), 1)).toEqual([])
    // A weight over the range of a byte counts as its greatest.
    expect(scoresOf(postings, sparse([[4, 1]]))).toEqual([expect.closeTo(5.1, 5)])
  })
})

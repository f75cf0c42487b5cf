/** Tests BM25 from postings against the formula over plain lists of words, after any history of changes. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPostings, type Postings } from '../../../index/words/postings.ts'

const [K1, B] = [1.2, 0.75]
const TERMS = ['ace', 'bark', 'cell', 'dna', 'enzyme']
const rowTerms = fc.array(fc.constantFrom(...TERMS), { maxLength: 12 })

/** Computes BM25 after Robertson and Zaragoza 2009, with Lucene's idf and without its constant factor K1 + 1. */
function formula(documents: readonly (readonly string[])[], query: readonly string[]): number[] {
  const mean = Math.max(1, documents.reduce((sum, { length }) => sum + length, 0) / documents.length)
  return documents.map((document) =>
    query.reduce((score, term) => {
      const having = documents.filter((other) => other.includes(term)).length
      const count = document.filter((other) => other === term).length
      const idf = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))
      return score + (idf * count) / (count + K1 * (1 - B + (B * document.length) / mean))
    }, 0),
  )
}

function scores(postings: Postings, query: readonly string[], rows: readonly number[]): number[] {
  const out = new Float32Array(postings.rows())
  postings.score(query, out)
  return rows.map((row) => out[row]!)
}

type Step =
  | { readonly kind: 'add'; readonly terms: readonly string[] }
  | { readonly kind: 'remove'; readonly share: number }
  | { readonly kind: 'freeze' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: rowTerms.map((terms) => ({ kind: 'add' as const, terms })) },
  {
    weight: 2,
    arbitrary: fc
      .double({ min: 0, max: 0.999, noNaN: true })
      .map((share) => ({ kind: 'remove' as const, share })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'freeze' as const }) },
)

/** Applies a history and returns the postings and the live rows with their terms. */
function built(steps: readonly Step[]): { postings: Postings; live: Map<number, readonly string[]> } {
  let postings = createPostings()
  let live = new Map<number, readonly string[]>()
  for (const one of steps) {
    if (one.kind === 'add') {
      live.set(postings.rows(), one.terms)
      postings.add(one.terms)
    } else if (one.kind === 'remove') {
      const row = [...live.keys()][Math.floor(one.share * live.size)]
      if (row === undefined) continue
      postings.remove(new Set([row]))
      live.delete(row)
    } else {
      postings = createPostings(postings.parts([...live.keys()]))
      live = new Map([...live.values()].map((terms, row) => [row, terms]))
    }
  }
  return { postings, live }
}

describe('the word index', () => {
  it('scores by BM25 after any history of adding, removing and freezing', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), rowTerms, (steps, query) => {
        const { postings, live } = built(steps)
        const found = scores(postings, query, [...live.keys()])
        for (const [i, expected] of formula([...live.values()], query).entries())
          expect(found[i]).toBeCloseTo(expected, 5)
      }),
      { numRuns: 400 },
    )
  })
})

function postingsOf(rows: readonly string[], bm25?: { k1: number; b: number }): Postings {
  const postings = createPostings(undefined, bm25)
  for (const row of rows) postings.add(row.split(' ').filter((term) => term !== ''))
  return postings
}

function scoresOf(postings: Postings, terms: readonly string[]): number[] {
  const out = new Float32Array(postings.rows()).fill(9)
  postings.score(terms, out)
  return [...out]
}

/** ln(1 + (rows - having + .5) / (having + .5)) */
const idf = (rows: number, having: number) => Math.log(1 + (rows - having + 0.5) / (having + 0.5))

describe('the word index by hand', () => {
  const rows = ['ace bark', 'ace ace cell dna', 'cell']

  it('says what no row exceeds: each term as often as it is asked for, unknown ones as the rarest', () => {
    const postings = postingsOf(rows)
    expect(postings.possible(['ace', 'ace', 'bark'])).toBeCloseTo(2 * idf(3, 2) + idf(3, 1), 9)
    expect(postings.possible(['zinc'])).toBeCloseTo(idf(3, 0), 9)
    expect(postings.possible([])).toBe(0)
    postings.remove(new Set([0]))
    expect(postings.possible(['ace', 'bark'])).toBeCloseTo(idf(2, 1) + idf(2, 0), 9)
  })

  it('scores nothing without rows, and rows without terms', () => {
    expect(scoresOf(postingsOf([]), ['ace'])).toEqual([])
    expect(postingsOf([]).possible(['ace'])).toBeCloseTo(Math.log(2), 9)
    expect(scoresOf(postingsOf(['', 'ace']), ['ace'])[0]).toBe(0)
    // The mean length is at least 1.
    expect(scoresOf(postingsOf(['', '', 'ace']), ['ace'])[2]).toBeCloseTo(idf(3, 1) / 2.2, 6)
  })

  it('takes it into account also where the mean length stays', () => {
    const postings = postingsOf(['ace bark', 'ace bark'])
    scoresOf(postings, ['ace'])
    postings.add(['ace', 'bark', 'cell'])
    postings.add(['ace'])
    const norm = 1.2 * (0.25 + (0.75 * 3) / 2)
    expect(scoresOf(postings, ['ace'])[2]).toBeCloseTo(idf(4, 4) / (1 + norm), 6)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centralities, termVectors } from '../../../../ingest/summarise/centrality.ts'

const documents = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 8 }), {
  maxLength: 8,
})

describe('term vectors', () => {
  it('weigh a term by how often it stands there, and less the more sentences hold it', () => {
    // ln(1 + 2/2) for "a", which both hold, ln(1 + 2/1) for the others.
    const [a, b, c] = [Math.log(2), 2 * Math.log(3), Math.log(3)]
    const [one, other] = termVectors([
      ['a', 'b', 'b'],
      ['a', 'c'],
    ])
    expect(one!.get('a')).toBeCloseTo(a / Math.hypot(a, b), 12)
    expect(one!.get('b')).toBeCloseTo(b / Math.hypot(a, b), 12)
    expect(other!.get('c')).toBeCloseTo(c / Math.hypot(a, c), 12)
    expect([...one!.keys()]).toEqual(['a', 'b'])
  })

  it('count a sentence that holds a term twice once', () => {
    const [one] = termVectors([['a', 'a', 'b'], ['c']])
    // Each of "a" and "b" stands in one sentence: ln 3 twice and once.
    expect(one!.get('a')).toBeCloseTo(2 / Math.sqrt(5), 12)
    expect(one!.get('b')).toBeCloseTo(1 / Math.sqrt(5), 12)
  })

  it('have length 1, or no term at all', () => {
    fc.assert(
      fc.property(documents, (sentences) => {
        const vectors = termVectors(sentences)
        expect(vectors).toHaveLength(sentences.length)
        for (const [i, vector] of vectors.entries())
          expect(Math.hypot(...vector.values())).toBeCloseTo(sentences[i]!.length === 0 ? 0 : 1, 9)
      }),
      { numRuns: 50 },
    )
  })
})

describe('centrality', () => {
  const vector = (parts: Record<string, number>) => new Map(Object.entries(parts))

  it('is the sum of the products with all sentences, as a share of the highest', () => {
    // Products with (1, 1), (1, 0), (0, 2): 2 + 1 + 2, 1 + 1 + 0, 2 + 0 + 4.
    const degrees = centralities([vector({ x: 1, y: 1 }), vector({ x: 1 }), vector({ y: 2 })])
    expect(degrees).toEqual([5 / 6, 2 / 6, 1])
  })

  it('is 0 for a sentence without terms, and of no sentence nothing', () => {
    expect(centralities([vector({}), vector({ x: 1 })])).toEqual([0, 1])
    expect(centralities([vector({})])).toEqual([0])
    expect(centralities([])).toEqual([])
  })

  it('is the same as by comparing every two sentences', () => {
    fc.assert(
      fc.property(documents, (sentences) => {
        const vectors = termVectors(sentences)
        const product = (one: (typeof vectors)[0], other: (typeof vectors)[0]) =>
          [...one].reduce((sum, [term, weight]) => sum + weight * (other.get(term) ?? 0), 0)
        const degrees = vectors.map((one) => vectors.reduce((sum, other) => sum + product(one, other), 0))
        const most = Math.max(...degrees, Number.MIN_VALUE)
        for (const [i, found] of centralities(vectors).entries())
          expect(found).toBeCloseTo(degrees[i]! / most, 9)
      }),
      { numRuns: 50 },
    )
  })
})

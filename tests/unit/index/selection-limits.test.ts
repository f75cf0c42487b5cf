/** The selection of the best rows: where it begins, how many, and scores that lie close together. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestRows } from '../../../index/selection.ts'

const rules = (count: number) => ({
  depth: 2,
  allowed: new Uint8Array(count).fill(1),
  above: 0,
  ids: Array.from({ length: count }, (_, i) => `u${String(i).padStart(4, '0')}`),
})

describe('the best rows', () => {
  const scores = Float32Array.from([5, 1, 4, 3, 2])
  const cases = [
    { name: 'no more than asked for', change: {}, rows: [0, 2] },
    { name: 'one', change: { depth: 1 }, rows: [0] },
    { name: 'none', change: { depth: 0 }, rows: [] },
    { name: 'all where more are asked for', change: { depth: 9 }, rows: [0, 2, 3, 4, 1] },
    { name: 'from a row on', change: { from: 1 }, rows: [2, 3] },
    { name: 'from the last row on', change: { from: 4 }, rows: [4] },
    { name: 'from behind the last row on', change: { from: 5 }, rows: [] },
    { name: 'above a score and not equal to it', change: { above: 3, depth: 9 }, rows: [0, 2] },
    { name: 'those that are allowed', change: { allowed: Uint8Array.from([0, 1, 0, 1, 1]) }, rows: [3, 4] },
  ]
  it.each(cases)('are $name', ({ change, rows }) => {
    expect(bestRows(scores, 5, { ...rules(5), ...change })).toEqual(rows)
  })

  it('are of so many rows only, whatever stands behind them', () => {
    expect(bestRows(scores, 2, rules(5))).toEqual([0, 1])
    expect(bestRows(scores, 0, rules(5))).toEqual([])
    expect(bestRows(scores, 2, { ...rules(5), allowed: Uint8Array.from([0, 1, 1, 1, 1]) })).toEqual([1])
  })

  it('are told apart by their ids where all are equal', () => {
    const ids = ['c', 'a', 'd', 'b']
    expect(bestRows(new Float32Array(4).fill(1), 4, { ...rules(4), ids })).toEqual([1, 3])
  })

  it('are those of a full sort for scores of any size', () => {
    const score = fc.oneof(
      fc.float({ min: -1, max: 1, noNaN: true }),
      fc.constantFrom(0, 1e-7, 2e-7, 1e6, -1e6, 1e6 + 1),
    )
    fc.assert(
      fc.property(
        fc.array(score, { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(20),
        (values, depth, from) => {
          const all = Float32Array.from(values)
          const start = Math.min(from, all.length)
          const expected = [...all.keys()]
            .slice(start)
            .sort((a, b) => all[b]! - all[a]! || a - b)
            .slice(0, depth)
          const found = bestRows(all, all.length, { ...rules(all.length), depth, from: start, above: -2e6 })
          expect(found).toEqual(expected)
        },
      ),
      { numRuns: 150 },
    )
  })
})

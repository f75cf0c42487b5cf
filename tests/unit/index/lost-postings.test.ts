/** Postings of rows that went, against counting them one by one. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLostPostings, type PostingRange, placeOf } from '../../../index/words/lost-postings.ts'

/** A range within a longer list, as that of a term among all terms is. */
function rangeOf(
  rows: readonly number[],
  before: readonly number[] = [],
  after: readonly number[] = [],
): PostingRange {
  const all = [...before, ...rows, ...after]
  return { rows: all, counts: all.map(() => 1), start: before.length, end: before.length + rows.length }
}

const rowSet = fc.uniqueArray(fc.nat(30), { maxLength: 15 }).map((rows) => rows.sort((a, b) => a - b))

describe('the place of a row in a range', () => {
  const places = [
    { name: 'the first', row: 3, place: 2 },
    { name: 'one in the middle', row: 5, place: 3 },
    { name: 'the last', row: 9, place: 4 },
    { name: 'one before the range', row: 1, place: -1 },
    { name: 'one behind the range', row: 12, place: -1 },
    { name: 'one that is missing', row: 4, place: -1 },
    { name: 'one below all', row: 0, place: -1 },
    { name: 'one above all', row: 99, place: -1 },
  ]
  it.each(places)('is found for $name', ({ row, place }) => {
    expect(placeOf(row, rangeOf([3, 5, 9], [1, 3], [9, 12]))).toBe(place)
  })

  it('is nowhere in an empty range', () => {
    expect(placeOf(3, rangeOf([], [3], [3]))).toBe(-1)
  })

  it('is that of a search from the front', () => {
    fc.assert(
      fc.property(rowSet, rowSet, fc.nat(30), (rows, others, row) => {
        const at = rows.indexOf(row)
        expect(placeOf(row, rangeOf(rows, others, others))).toBe(at < 0 ? -1 : others.length + at)
      }),
    )
  })
})

describe('lost postings', () => {
  it('are counted anew after every removal, however often they were asked for', () => {
    const step = fc.record({ gone: fc.uniqueArray(fc.nat(30), { maxLength: 6 }), asks: fc.boolean() })
    fc.assert(
      fc.property(rowSet, rowSet, fc.array(step, { maxLength: 8 }), (frozen, tail, steps) => {
        // A row has one posting of a term: in the frozen part or in the tail.
        const later = tail.map((row) => row + 31)
        const ranges = [rangeOf(frozen, [0, 1], [2]), rangeOf(later)]
        const lost = createLostPostings()
        const gone = new Set<number>()
        for (const { gone: rows, asks } of steps) {
          const fresh = rows.flatMap((row) => [row, row + 31]).filter((row) => !gone.has(row))
          lost.remove(fresh)
          for (const row of fresh) gone.add(row)
          const expected = [...frozen, ...later].filter((row) => gone.has(row)).length
          if (asks) expect(lost.of(7, ranges)).toBe(expected)
        }
        const expected = [...frozen, ...later].filter((row) => gone.has(row)).length
        expect(lost.of(7, ranges)).toBe(expected)
        expect(lost.of(7, ranges)).toBe(expected)
      }),
    )
  })

  it('of one term are none of another', () => {
    const lost = createLostPostings()
    lost.remove([4])
    expect(lost.of(1, [rangeOf([3, 4])])).toBe(1)
    expect(lost.of(2, [rangeOf([3, 5])])).toBe(0)
    lost.remove([3, 5])
    expect(lost.of(1, [rangeOf([3, 4])])).toBe(2)
    expect(lost.of(2, [rangeOf([3, 5])])).toBe(2)
  })

  it('count postings that came after a removal', () => {
    const lost = createLostPostings()
    lost.remove([1])
    expect(lost.of(1, [rangeOf([1, 2])])).toBe(1)
    lost.remove([2, 8])
    expect(lost.of(1, [rangeOf([1, 2, 7, 8, 9, 10, 11])])).toBe(3)
  })
})

/** Masks are remembered and follow the rows: what is asked again is not worked out again. */
import { describe, expect, it } from 'vitest'
import type { Filter } from '../../../index/index.ts'
import { createRowMasks } from '../../../index/row-masks.ts'

/** Rows of one paper each; `made` has the filters for which rules were asked. */
function maskedRows(papers: string[]) {
  const gone = new Set<number>()
  const made: (Filter | null)[] = []
  const masks = createRowMasks(
    () => papers.length,
    (row) => !gone.has(row),
    (filter) => {
      made.push(filter)
      return (row) => filter === null || filter.papers!.includes(papers[row]!)
    },
  )
  return {
    made,
    of: (filter: Filter | null) => [...masks.of(filter)],
    add(paper: string) {
      masks.add(papers.push(paper) - 1)
    },
    remove(row: number) {
      gone.add(row)
      masks.remove(row)
    },
  }
}

const ONE = { papers: ['one'] }

describe('the mask of a filter', () => {
  it('has a cell for each row: 1 where it is there and passes', () => {
    const rows = maskedRows(['one', 'two', 'one', 'one'])
    rows.remove(2)
    expect(rows.of(ONE)).toEqual([1, 0, 0, 1])
    expect(rows.of(null)).toEqual([1, 1, 0, 1])
  })

  it('has a cell for each of many rows', () => {
    const rows = maskedRows(Array.from({ length: 40 }, (_, i) => (i === 39 ? 'one' : 'two')))
    expect(rows.of(ONE)).toEqual([...Array<number>(39).fill(0), 1])
  })

  it('is of no rows where there are none', () => {
    const rows = maskedRows([])
    expect(rows.of(ONE)).toEqual([])
    rows.add('one')
    expect(rows.of(ONE)).toEqual([1])
  })

  it('follows the rows that come and go, without being made again', () => {
    const rows = maskedRows(['one'])
    rows.of(ONE)
    for (let i = 1; i < 40; i++) rows.add(i % 2 === 0 ? 'one' : 'two')
    rows.remove(0)
    rows.remove(38)
    const expected = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 && i !== 0 && i !== 38 ? 1 : 0))
    expect(rows.of(ONE)).toEqual(expected)
    expect(rows.made).toEqual([ONE])
  })

  it('is remembered for the last eight filters', () => {
    const rows = maskedRows(['p1', 'p2'])
    const filters = Array.from({ length: 9 }, (_, i) => ({ papers: [`p${i}`] }))
    for (const filter of filters.slice(0, 8)) rows.of(filter)
    for (const filter of filters.slice(0, 8)) rows.of(filter)
    expect(rows.made).toHaveLength(8)
    rows.of(filters[8]!)
    for (const filter of [...filters.slice(1), ...filters.slice(1)]) rows.of(filter)
    expect(rows.made).toHaveLength(9)
    expect(rows.of(filters[0]!)).toEqual([0, 0])
    expect(rows.made).toHaveLength(10)
  })
})

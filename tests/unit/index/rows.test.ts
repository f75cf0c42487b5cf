/** Filters of the row table against a filter written down plainly. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { IndexedUnit, UnitKind } from '../../../corpus/index.ts'
import type { Filter } from '../../../index/index.ts'
import { createRowTable } from '../../../index/rows.ts'

const PAPERS = ['p1', 'p2', 'p3']
const TOPICS = ['N/A', 'enzymes', 'genes']
const YEARS = [null, 2001, 2010, 2020]
const KINDS: readonly UnitKind[] = ['unit', 'passage']

type Row = Pick<IndexedUnit['unit'], 'paper' | 'topic' | 'kind'> & { readonly year: number | null }

const row: fc.Arbitrary<Row> = fc.record({
  paper: fc.constantFrom(...PAPERS),
  topic: fc.constantFrom(...TOPICS),
  kind: fc.constantFrom(...KINDS),
  year: fc.constantFrom(...YEARS),
})
const someOf = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 })
const year = fc.constantFrom(1999, 2001, 2010, 2015, 2030)
const filter: fc.Arbitrary<Filter> = fc.record(
  {
    papers: someOf([...PAPERS, 'unknown']),
    topics: someOf([...TOPICS, 'unknown']),
    kinds: someOf(KINDS),
    years: fc.record({ from: year, to: year }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
)

function passes(one: Row, { papers, topics, kinds, years }: Filter): boolean {
  if (papers !== undefined && !papers.includes(one.paper)) return false
  if (topics !== undefined && !topics.includes(one.topic)) return false
  if (kinds !== undefined && !kinds.includes(one.kind)) return false
  if (years?.from === undefined && years?.to === undefined) return true
  if (one.year === null) return false
  return (
    (years.from === undefined || one.year >= years.from) && (years.to === undefined || one.year <= years.to)
  )
}

it('lets through exactly the rows that are there and pass every part of the filter', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 30 }),
      fc.array(filter, { minLength: 1, maxLength: 12 }),
      fc.array(fc.nat(29), { maxLength: 10 }),
      fc.boolean(),
      (rows, filters, gone, frozen) => {
        let table = createRowTable()
        for (const [i, one] of rows.entries()) {
          const unit = { id: `u${i}`, ...one } as IndexedUnit['unit']
          table.add({ unit, year: one.year })
        }
        table.mask(filters[0]!)
        const removed = new Set(gone.filter((i) => i < rows.length))
        for (const i of removed) table.remove(i)
        const keep = table.live()
        expect(keep).toEqual([...rows.keys()].filter((i) => !removed.has(i)))
        if (frozen) table = createRowTable(table.parts(keep))
        for (const wanted of [...filters, null]) {
          const mask = table.mask(wanted)
          for (const [place, i] of keep.entries())
            expect(mask[frozen ? place : i]).toBe(wanted === null || passes(rows[i]!, wanted) ? 1 : 0)
          if (!frozen) for (const i of removed) expect(mask[i]).toBe(0)
        }
      },
    ),
    { numRuns: 300 },
  )
})

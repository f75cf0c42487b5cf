/** Filters of the row table against a filter written down plainly. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { IndexedUnit, UnitKind } from '../../../corpus/index.ts'
import type { Filter } from '../../../index/index.ts'
import { createRowTable, type RowTable } from '../../../index/rows.ts'

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

function tableOf(rows: readonly Row[]): RowTable {
  const table = createRowTable()
  for (const [i, one] of rows.entries())
    table.add({ unit: { id: `u${i}`, ...one } as IndexedUnit['unit'], year: one.year })
  return table
}

const rows = fc.array(row, { maxLength: 30 })
const filters = fc.array(filter, { minLength: 1, maxLength: 12 })
const gone = fc.uniqueArray(fc.nat(29), { maxLength: 10 })

/** What a mask says of a row that was added `i`th; undefined where it is not in the table. */
function masked(table: RowTable, wanted: Filter | null, i: number): boolean | undefined {
  const found = table.rowOf(`u${i}`)
  return found === undefined ? undefined : table.mask(wanted)[found] === 1
}

it('a filter lets through exactly the rows that pass every part of the filter, before and after its parts are kept', () => {
  fc.assert(
    fc.property(rows, filters, (all, wanted) => {
      const table = tableOf(all)
      const copy = createRowTable(table.parts(table.live()))
      for (const one of wanted)
        for (const [i, given] of all.entries()) {
          expect(masked(table, one, i)).toBe(passes(given, one))
          expect(masked(copy, one, i)).toBe(passes(given, one))
        }
    }),
    { numRuns: 300 },
  )
})

it('a unit that is added is told its row, by which it is found again', () => {
  const table = createRowTable()
  const added = ['u0', 'u1'].map((id) =>
    table.add({ unit: { id, paper: 'p1', topic: 'N/A', kind: 'unit' } as IndexedUnit['unit'], year: null }),
  )
  expect(added).toEqual([0, 1])
  expect(added).toEqual(['u0', 'u1'].map(table.rowOf))
})

it('a filter lets no removed row through, and the others as before', () => {
  fc.assert(
    fc.property(rows, gone, (all, removed) => {
      const table = tableOf(all)
      expect(table.mask(null)).toEqual(new Uint8Array(all.length).fill(1))
      for (const i of removed) if (i < all.length) table.remove(i)
      const live = [...all.keys()].filter((i) => !removed.includes(i))
      expect(table.live()).toEqual(live)
      expect([...table.mask(null).entries()].filter(([, cell]) => cell === 1).map(([i]) => i)).toEqual(live)
      expect(table.liveRows()).toBe(live.length)
      expect(createRowTable(table.parts(live)).ids()).toEqual(live.map((i) => `u${i}`))
    }),
    { numRuns: 300 },
  )
})

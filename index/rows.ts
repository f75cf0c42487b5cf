/** The row table: the unit of each row, whether it is live, and the columns that filters need. */
import type { IndexedUnit, UnitKind } from '../corpus/index.ts'
import type { Filter } from './ports.ts'
import { createRowMasks } from './row-masks.ts'

/** Stored form of the table: columns by row; distinct papers and topics are stored once. */
export interface RowParts {
  readonly ids: readonly string[]
  readonly papers: readonly string[]
  readonly topics: readonly string[]
  readonly paperOf: readonly number[]
  readonly topicOf: readonly number[]
  /** Years by row, 0 if the paper has none. */
  readonly years: readonly number[]
  /** 1 for a passage, else 0. */
  readonly passages: readonly number[]
}

export interface RowTable {
  rows(): number
  liveRows(): number
  ids(): readonly string[]
  paperOf(row: number): string
  /** Returns the row of a live unit; undefined for any other unit. */
  rowOf(unit: string): number | undefined
  add(entry: Pick<IndexedUnit, 'unit' | 'year'>): number
  remove(row: number): void
  /** Returns 1 for each live row that passes the filter, else 0; valid until the table changes. Masks of recent filters are cached. */
  mask(filter: Filter | null): Uint8Array
  /** Returns the live rows, in order. */
  live(): number[]
  parts(keep: readonly number[]): RowParts
}

const NOTHING: RowParts = {
  ids: [],
  papers: [],
  topics: [],
  paperOf: [],
  topicOf: [],
  years: [],
  passages: [],
}

export function createRowTable(frozen: RowParts = NOTHING): RowTable {
  const ids = [...frozen.ids]
  const papers = numbered(frozen.papers)
  const topics = numbered(frozen.topics)
  const paperOf = [...frozen.paperOf]
  const topicOf = [...frozen.topicOf]
  const years = [...frozen.years]
  const passages = [...frozen.passages]
  const isLive = ids.map(() => 1)
  let liveRows = ids.length
  // Most questions look up no unit, so the map is created with the first that does.
  let rowsById: Map<string, number> | null = null
  function rowOf(): Map<string, number> {
    if (rowsById !== null) return rowsById
    rowsById = new Map()
    for (const [row, id] of ids.entries()) if (isLive[row] === 1) rowsById.set(id, row)
    return rowsById
  }
  const masks = createRowMasks(
    () => ids.length,
    (row) => isLive[row] === 1,
    (filter) => rulesOf(filter, { papers, topics, paperOf, topicOf, years, passages }),
  )

  return {
    rows: () => ids.length,
    liveRows: () => liveRows,
    ids: () => ids,
    paperOf: (row) => papers.name(paperOf[row]!),
    rowOf: (unit) => rowOf().get(unit),
    add({ unit, year }) {
      const row = ids.push(unit.id) - 1
      paperOf.push(papers.number(unit.paper))
      topicOf.push(topics.number(unit.topic))
      years.push(year ?? 0)
      passages.push(unit.kind === 'passage' ? 1 : 0)
      rowOf().set(unit.id, row)
      isLive.push(1)
      liveRows++
      masks.add(row)
      return row
    },
    remove(row) {
      rowOf().delete(ids[row]!)
      isLive[row] = 0
      liveRows--
      masks.remove(row)
    },
    mask: masks.of,
    live: () => [...ids.keys()].filter((row) => isLive[row] === 1),
    parts(keep) {
      const keptPapers = numbered([])
      const keptTopics = numbered([])
      return {
        ids: keep.map((row) => ids[row]!),
        paperOf: keep.map((row) => keptPapers.number(papers.name(paperOf[row]!))),
        topicOf: keep.map((row) => keptTopics.number(topics.name(topicOf[row]!))),
        years: keep.map((row) => years[row]!),
        passages: keep.map((row) => passages[row]!),
        papers: keptPapers.names(),
        topics: keptTopics.names(),
      }
    },
  }
}

interface Columns {
  readonly papers: Numbered
  readonly topics: Numbered
  readonly paperOf: readonly number[]
  readonly topicOf: readonly number[]
  readonly years: readonly number[]
  readonly passages: readonly number[]
}

function rulesOf(filter: Filter | null, columns: Columns): (row: number) => boolean {
  if (filter === null) return () => true
  const { papers, topics, paperOf, topicOf, years, passages } = columns
  const isWantedPaper = filter.papers === undefined ? null : papers.oneOf(filter.papers)
  const isWantedTopic = filter.topics === undefined ? null : topics.oneOf(filter.topics)
  const kindOf = (row: number): UnitKind => (passages[row] === 1 ? 'passage' : 'unit')
  return (row) =>
    (isWantedPaper === null || isWantedPaper(paperOf[row]!)) &&
    (isWantedTopic === null || isWantedTopic(topicOf[row]!)) &&
    (filter.kinds === undefined || filter.kinds.includes(kindOf(row))) &&
    isWithin(years[row]!, filter.years)
}

function isWithin(year: number, years: Filter['years']): boolean {
  if (years === undefined || (years.from === undefined && years.to === undefined)) return true
  return year !== 0 && year >= (years.from ?? year) && year <= (years.to ?? year)
}

type Numbered = ReturnType<typeof numbered>

/** Assigns a number to each name, in the order in which they are added. */
function numbered(first: readonly string[]) {
  const names = [...first]
  let numbers: Map<string, number> | null = null
  return {
    names: () => names,
    name: (number: number) => names[number]!,
    number(name: string): number {
      numbers ??= new Map(names.map((known, number) => [known, number]))
      const known = numbers.get(name)
      if (known !== undefined) return known
      numbers.set(name, names.length)
      return names.push(name) - 1
    },
    /** Returns a test for the number of a wanted name; a name may get its number later. */
    oneOf(wanted: readonly string[]): (number: number) => boolean {
      const [wantedNames, wantedNumbers] = [new Set(wanted), new Set<number>()]
      let seen = 0
      return (number) => {
        for (; seen <= number; seen++) if (wantedNames.has(names[seen]!)) wantedNumbers.add(seen)
        return wantedNumbers.has(number)
      }
    },
  }
}

/** Ranks the units that the result of a statement names. */
import { compareText } from '../../core/index.ts'
import type { QueryableCorpus, QueryOutcome, QueryValue } from '../../corpus/index.ts'
import type { Candidates } from '../../index/index.ts'
import { convexFusion } from '../fusion.ts'
import type { Ranked } from '../query-checks.ts'
import { sqlList } from './sql-literal.ts'

export type Rows = Extract<QueryOutcome, { kind: 'rows' }>

/** Unit ids with their place in the result. Units that share a place are equal as far as the statement says. */
export type Places = ReadonlyMap<string, number>

export const MAX_UNITS = 1_000
// Their ids fill two thirds of a statement of 20,000 characters.
const MAX_PAPERS = 200
const LIMITS = { rows: MAX_UNITS, timeoutMs: 5_000 }
const ORDERS = /\border\s+by\b/i
const fuse = convexFusion()

export function holdsIds({ columns }: Rows): boolean {
  return columns.some(({ holds }) => holds !== null)
}

/**
 * Returns the place of each unit. Rows share a place if the statement does not order them, or if it orders by a column in which they show
 * the same value. A row of a paper counts for all its units.
 */
export async function placeUnits(
  result: Rows,
  sql: string,
  queries: QueryableCorpus,
  signal?: AbortSignal,
): Promise<Places> {
  const ranks = ranksOf(result, ORDERS.test(sql))
  const units = idsAt(result, ranks, 'unit')
  if (units.size > 0) return units
  const papers = idsAt(result, ranks, 'paper')
  if (papers.size === 0) return new Map()
  const of = `SELECT unit_id, paper_id FROM units WHERE paper_id IN ${sqlList([...papers.keys()].slice(0, MAX_PAPERS))}`
  const outcome = await queries.query(of, LIMITS, signal)
  const rows = outcome.kind === 'rows' ? outcome.rows : []
  return new Map(rows.map(([unit, paper]) => [String(unit), papers.get(String(paper))!]))
}

/** Ranks units of one place by words and vectors; the score is 1 / rank. */
export function rankByPlace(places: Places, candidates: Candidates): Ranked[] {
  const fused = fuse(candidates)
  return candidates.units
    .map((unit, i) => ({ unit, i, place: places.get(unit), fused: fused[i]! }))
    .filter((found) => found.place !== undefined)
    .sort((a, b) => a.place! - b.place! || b.fused - a.fused || compareText(a.unit, b.unit))
    .map(({ unit, i }, rank) => ({
      unit,
      paper: candidates.papers[i]!,
      score: 1 / (rank + 1),
      why: { words: candidates.words[i]!, cosine: candidates.cosines[i]! },
    }))
}

function ranksOf({ columns, rows }: Rows, isOrdered: boolean): number[] {
  if (!isOrdered) return rows.map(() => 0)
  const shown = columns.flatMap(({ holds }, i) => (holds === null ? [i] : []))
  if (shown.length === 0) return rows.map((_, i) => i)
  const keyOf = (row: readonly QueryValue[]) => JSON.stringify(shown.map((i) => row[i]))
  let rank = -1
  let last = ''
  return rows.map((row) => {
    const key = keyOf(row)
    if (key !== last) rank++
    last = key
    return rank
  })
}

/** Returns each id with the first row that contains it. */
function idsAt(
  { columns, rows }: Rows,
  ranks: readonly number[],
  what: 'unit' | 'paper',
): Map<string, number> {
  const places = new Map<string, number>()
  for (const [i, row] of rows.entries())
    for (const [column, { holds }] of columns.entries()) {
      const id = row[column]
      if (holds === what && typeof id === 'string' && !places.has(id)) places.set(id, ranks[i]!)
    }
  return places
}

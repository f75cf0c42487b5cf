/** From a query to its candidates: scores every row by words and by vectors, and puts the best of both forward. */
import type { CandidateQuery, Candidates, Neighbours, Range } from './ports.ts'
import type { RowTable } from './rows.ts'
import { bestRows } from './selection.ts'
import type { VectorMatrix } from './vectors/matrix.ts'
import type { Postings } from './words/postings.ts'

interface Parts {
  readonly table: RowTable
  readonly postings: Postings
  readonly matrix: VectorMatrix
  readonly graph: Pick<Neighbours, 'search'> | null
  /** Rows from here on are not in the graph. */
  readonly graphedRows: number
}

interface Side {
  readonly rows: readonly number[]
  readonly range: Range
}

/** The highest cosine is told from the exact ones of the candidates. */
interface VectorSide {
  readonly rows: readonly number[]
  readonly lowest: number
}

const NO_WORDS: Side = { rows: [], range: { lowest: 0, highest: 0 } }
const NO_VECTORS: VectorSide = { rows: [], lowest: 0 }
// The lowest cosine of a corpus with a neighbour graph is taken from this many rows. It moves little with their number.
const SAMPLED_ROWS = 1_000
// A filter that leaves fewer rows than this share is scanned: a graph search would have to look far beyond it. Chosen, not measured.
const SCANNED_SHARE = 0.2
// Room for rows to come.
const GROWTH = 1.25

/** One query's view of the index, with arrays to score into that later queries use again. */
interface Scoring extends Parts {
  readonly query: CandidateQuery
  readonly allowed: Uint8Array
  readonly wordScores: Float32Array
  readonly cosines: Float32Array
}

export function createScorer() {
  let wordScores = new Float32Array(0)
  let cosines = new Float32Array(0)
  return {
    candidates(parts: Parts, query: CandidateQuery): Candidates {
      if (wordScores.length < parts.table.rows()) {
        const cells = Math.ceil(parts.table.rows() * GROWTH)
        wordScores = new Float32Array(cells)
        cosines = new Float32Array(cells)
      }
      return candidatesOf({ ...parts, query, allowed: parts.table.mask(query.filter), wordScores, cosines })
    },
  }
}

function candidatesOf(scoring: Scoring): Candidates {
  const { query, table, allowed } = scoring
  const sides = { words: byWords(scoring), vectors: byVector(scoring) }
  const rows = new Set([...sides.words.rows, ...sides.vectors.rows])
  const best = scored(scoring, [...rows], sides)
  if (query.also === undefined) return best
  const more: number[] = []
  for (const unit of query.also(best)) {
    const row = table.rowOf(unit)
    if (row === undefined || allowed[row] !== 1 || rows.has(row)) continue
    rows.add(row)
    more.push(row)
  }
  return joined(best, scored(scoring, more, sides))
}

function scored(
  { query, table, matrix, postings, wordScores }: Scoring,
  rows: readonly number[],
  sides: { readonly words: Side; readonly vectors: VectorSide },
): Candidates {
  const { lowest } = sides.vectors
  const exact = query.vector === null ? new Float32Array(rows.length) : matrix.cosines(query.vector, rows)
  return {
    units: rows.map((row) => table.ids()[row]!),
    papers: rows.map((row) => table.paperOf(row)),
    words:
      query.terms === null
        ? new Float32Array(rows.length)
        : Float32Array.from(rows, (row) => wordScores[row]!),
    cosines: exact,
    wordRange: sides.words.range,
    wordsPossible: query.terms === null ? 0 : postings.possible(query.terms),
    cosineRange: { lowest, highest: exact.reduce((a, b) => Math.max(a, b), lowest) },
  }
}

function joined(one: Candidates, other: Candidates): Candidates {
  return {
    ...one,
    units: [...one.units, ...other.units],
    papers: [...one.papers, ...other.papers],
    words: together(one.words, other.words),
    cosines: together(one.cosines, other.cosines),
    cosineRange: {
      lowest: one.cosineRange.lowest,
      highest: Math.max(one.cosineRange.highest, other.cosineRange.highest),
    },
  }
}

function together(one: Float32Array, other: Float32Array): Float32Array {
  const all = new Float32Array(one.length + other.length)
  all.set(one)
  all.set(other, one.length)
  return all
}

function byWords({ query, allowed, table, postings, wordScores }: Scoring): Side {
  if (query.terms === null) return NO_WORDS
  postings.score(query.terms, wordScores)
  const rules = { depth: query.depth, allowed, above: 0, ids: table.ids() }
  const rows = bestRows(wordScores, table.rows(), rules)
  const highest = rows.length === 0 ? 0 : wordScores[rows[0]!]!
  const lowest = lowestAllowed(wordScores, table.rows(), allowed)
  return { rows, range: { lowest, highest } }
}

function byVector(scoring: Scoring): VectorSide {
  const { query, graph, table, allowed } = scoring
  if (query.vector === null) return NO_VECTORS
  const isNarrow = query.filter !== null && countOf(allowed) < SCANNED_SHARE * table.rows()
  if (graph === null || isNarrow) return byScan(scoring, query.vector)
  return byNeighbours(scoring, graph, query.vector)
}

function byScan({ query, allowed, table, matrix, cosines }: Scoring, vector: Float32Array): VectorSide {
  matrix.scan(vector, cosines)
  const rules = { depth: query.depth, allowed, above: -2, ids: table.ids() }
  const rows = bestRows(cosines, table.rows(), rules)
  return { rows, lowest: lowestAllowed(cosines, table.rows(), allowed) }
}

/** By the graph, and by a scan of the rows that wait for their place in it. */
function byNeighbours(scoring: Scoring, graph: Pick<Neighbours, 'search'>, vector: Float32Array): VectorSide {
  const { query, allowed, table, matrix, cosines } = scoring
  const found = graph.search(vector, query.depth)
  const graphed = Array.from(found.rows).filter((row) => allowed[row] === 1)
  if (graphed.length < query.depth && graphed.length < found.rows.length) return byScan(scoring, vector)
  const ids = table.ids()
  const both = [...graphed, ...waitingRows(scoring, vector)]
  for (const [i, cosine] of matrix.cosines(vector, both).entries()) cosines[both[i]!] = cosine
  const rows = both
    .sort((a, b) => cosines[b]! - cosines[a]! || (ids[a]! < ids[b]! ? -1 : 1))
    .slice(0, query.depth)
  const last = rows.at(-1)
  const lowest = Math.min(...sampledCosines(scoring, vector), last === undefined ? 0 : cosines[last]!)
  return { rows, lowest }
}

/** The best of the rows that the graph does not have yet. */
function waitingRows(scoring: Scoring, vector: Float32Array): number[] {
  const { query, allowed, table, matrix, cosines, graphedRows } = scoring
  if (graphedRows === table.rows()) return []
  matrix.scan(vector, cosines, graphedRows)
  const rules = { depth: query.depth, from: graphedRows, allowed, above: -2, ids: table.ids() }
  return bestRows(cosines, table.rows(), rules).filter((row) => matrix.hasVector(row))
}

function sampledCosines({ allowed, table, matrix }: Scoring, vector: Float32Array): Float32Array {
  const step = Math.max(1, Math.floor(table.rows() / SAMPLED_ROWS))
  const sample = Array.from({ length: Math.ceil(table.rows() / step) }, (_, i) => i * step)
  return matrix.cosines(
    vector,
    sample.filter((row) => allowed[row] === 1),
  )
}

function lowestAllowed(scores: Float32Array, rows: number, allowed: Uint8Array): number {
  let lowest = Number.POSITIVE_INFINITY
  for (let row = 0; row < rows; row++) if (allowed[row] === 1 && scores[row]! < lowest) lowest = scores[row]!
  return lowest === Number.POSITIVE_INFINITY ? 0 : lowest
}

function countOf(mask: Uint8Array): number {
  let count = 0
  for (let row = 0; row < mask.length; row++) count += mask[row]!
  return count
}

/** Turns a query into candidates: scores every row by words and by vectors, and takes the best of both. */
import type { CandidateQuery, Candidates, Neighbours, Range } from './ports.ts'
import type { RowTable } from './rows.ts'
import { bestRows } from './selection.ts'
import type { VectorMatrix } from './vectors/matrix.ts'
import type { Postings } from './words/postings.ts'

/** An index between two changes: `seq` differs for each state. */
interface Parts {
  readonly seq: number
  readonly table: RowTable
  readonly postings: Postings
  readonly matrix: VectorMatrix
  readonly graph: Pick<Neighbours, 'search'> | null
  /** First row that is not in the graph. */
  readonly graphedRows: number
}

interface WordSide {
  readonly rows: readonly number[]
  readonly range: Range
}

/** Rows with the highest approximate cosines; the highest cosine is computed from the candidates' exact ones. */
interface VectorSide {
  readonly rows: readonly number[]
  readonly lowest: number
}

/**
 * Last request to a side. A backend, and then the verdict on what it found, request the same scores: the first rows of a side are also
 * the answer for a smaller depth.
 */
interface CandidateRequest {
  readonly parts: Parts
  readonly seq: number
  readonly filter: CandidateQuery['filter']
  readonly depth: number
}

interface WordRequest extends CandidateRequest {
  readonly terms: readonly string[]
  readonly side: WordSide
}

interface VectorRequest extends CandidateRequest {
  readonly vector: Float32Array
  readonly side: VectorSide
}

const NO_WORDS: WordSide = { rows: [], range: { lowest: 0, highest: 0 } }
const NO_VECTORS: VectorSide = { rows: [], lowest: 0 }
// Rows sampled for the lowest cosine of a corpus with a neighbour graph. It changes little with their number.
const SAMPLED_ROWS = 1_000
// A filter that passes less than this share of rows is scanned: a graph search would have to look far beyond it. Chosen, not measured.
const SCANNED_SHARE = 0.2
// Room for new rows.
const GROWTH = 1.25

/** Scores of all rows, in arrays that later queries reuse. */
interface Scratch {
  readonly wordScores: Float32Array
  readonly cosines: Float32Array
  /** Requests whose scores are in `wordScores` and `cosines`. */
  words: WordRequest | null
  vectors: VectorRequest | null
  /** Exact cosines with the vector of `exactOf`, for rows whose `exactRound` is `round`. */
  readonly exact: Float32Array
  readonly exactRound: Uint32Array
  round: number
  exactOf: { readonly parts: Parts; readonly vector: Float32Array } | null
}

/** One query's view of the index. */
interface Scoring extends Parts {
  readonly parts: Parts
  readonly query: CandidateQuery
  readonly allowed: Uint8Array
  readonly scratch: Scratch
}

export interface Scorer {
  candidates(parts: Parts, query: CandidateQuery): RowCandidates
}

/** Candidates with the rows of their units. */
export interface RowCandidates extends Candidates {
  readonly rows: readonly number[]
}

export function createScorer(): Scorer {
  let scratch = openScratch(0)
  return {
    candidates(parts, query) {
      const rows = parts.table.rows()
      if (scratch.wordScores.length < rows) scratch = openScratch(rows)
      return candidatesOf({ ...parts, parts, query, allowed: parts.table.mask(query.filter), scratch })
    },
  }
}

function openScratch(rows: number): Scratch {
  const [wordScores, cosines, exact] = [withRoom(rows), withRoom(rows), withRoom(rows)]
  const exactRound = new Uint32Array(exact.length)
  return { wordScores, cosines, words: null, vectors: null, exact, exactRound, round: 0, exactOf: null }
}

function withRoom(rows: number): Float32Array<ArrayBuffer> {
  return new Float32Array(Math.ceil(rows * GROWTH))
}

function candidatesOf(scoring: Scoring): RowCandidates {
  const { query, table, allowed } = scoring
  const vectors = query.units === undefined ? byVector(scoring) : NO_VECTORS
  const sides = { words: byWords(scoring), vectors }
  const rows =
    query.units === undefined
      ? [...sides.words.rows, ...sides.vectors.rows]
      : query.units.flatMap((unit) => table.rowOf(unit) ?? []).filter((row) => allowed[row] === 1)
  return scored(scoring, [...new Set(rows)], sides)
}

function scored(
  scoring: Scoring,
  rows: readonly number[],
  sides: { readonly words: WordSide; readonly vectors: VectorSide },
): RowCandidates {
  const { query, table, postings, scratch } = scoring
  const { lowest } = sides.vectors
  const exact =
    query.vector === null ? new Float32Array(rows.length) : exactCosines(scoring, query.vector, rows)
  const words = new Float32Array(rows.length)
  const ids = table.ids()
  let highest = lowest
  for (let at = 0; at < rows.length; at++) {
    if (query.terms !== null) words[at] = scratch.wordScores[rows[at]!]!
    highest = Math.max(highest, exact[at]!)
  }
  return {
    rows,
    units: rows.map((row) => ids[row]!),
    papers: rows.map((row) => table.paperOf(row)),
    words,
    cosines: exact,
    wordRange: sides.words.range,
    wordsPossible: query.terms === null ? 0 : postings.possible(query.terms),
    cosineRange: { lowest, highest },
  }
}

function exactCosines(
  { matrix, parts, scratch }: Scoring,
  vector: Float32Array,
  rows: readonly number[],
): Float32Array {
  const { exact, exactRound } = scratch
  if (scratch.exactOf?.parts !== parts || scratch.exactOf.vector !== vector) scratch.round++
  scratch.exactOf = { parts, vector }
  const missing = rows.filter((row) => exactRound[row] !== scratch.round)
  const fresh = missing.length === 0 ? [] : matrix.cosines(vector, missing)
  for (let at = 0; at < missing.length; at++) {
    exact[missing[at]!] = fresh[at]!
    exactRound[missing[at]!] = scratch.round
  }
  const cosines = new Float32Array(rows.length)
  for (let at = 0; at < rows.length; at++) cosines[at] = exact[rows[at]!]!
  return cosines
}

function byWords(scoring: Scoring): WordSide {
  const { query, parts, allowed, table, postings, scratch } = scoring
  const { terms, filter, depth } = query
  if (terms === null) return NO_WORDS
  const known = scratch.words
  if (known !== null && isOf(known, scoring) && isSame(known.terms, terms))
    return { ...known.side, rows: known.side.rows.slice(0, depth) }
  const scores = scratch.wordScores
  postings.score(terms, scores)
  const rows = bestRows(scores, table.rows(), { depth, allowed, above: 0, ids: table.ids() })
  const highest = rows.length === 0 ? 0 : scores[rows[0]!]!
  const side = { rows, range: { lowest: lowestAllowed(scores, table.rows(), allowed), highest } }
  scratch.words = { parts, seq: parts.seq, filter, depth, terms, side }
  return side
}

function byVector(scoring: Scoring): VectorSide {
  const { query, graph, table, allowed, parts, scratch } = scoring
  const { vector, filter, depth } = query
  if (vector === null) return NO_VECTORS
  const known = scratch.vectors
  if (known !== null && isOf(known, scoring) && known.vector === vector)
    return { ...known.side, rows: known.side.rows.slice(0, depth) }
  scratch.vectors = null
  const isNarrow = filter !== null && countOf(allowed) < SCANNED_SHARE * table.rows()
  if (graph !== null && !isNarrow) return byNeighbours(scoring, graph, vector)
  const side = byScan(scoring, vector)
  scratch.vectors = { parts, seq: parts.seq, filter, depth, vector, side }
  return side
}

function isOf({ parts, seq, filter, depth }: CandidateRequest, { query, parts: now }: Scoring): boolean {
  return parts === now && seq === now.seq && filter === query.filter && depth >= query.depth
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((term, place) => term === other[place])
}

function byScan(
  { query, allowed, table, matrix, scratch: { cosines } }: Scoring,
  vector: Float32Array,
): VectorSide {
  matrix.scan(vector, cosines)
  const rules = { depth: query.depth, allowed, above: -2, ids: table.ids() }
  const rows = bestRows(cosines, table.rows(), rules)
  return { rows, lowest: lowestAllowed(cosines, table.rows(), allowed) }
}

/** Searches the graph, and scans the rows that are not in it yet. */
function byNeighbours(scoring: Scoring, graph: Pick<Neighbours, 'search'>, vector: Float32Array): VectorSide {
  const {
    query,
    allowed,
    table,
    matrix,
    scratch: { cosines },
  } = scoring
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

/** Returns the best of the rows that are not in the graph yet. */
function waitingRows(scoring: Scoring, vector: Float32Array): number[] {
  const {
    query,
    allowed,
    table,
    matrix,
    scratch: { cosines },
    graphedRows,
  } = scoring
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

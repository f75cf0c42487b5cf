/**
 * The word index, which scores every row by BM25 for a question's terms (Robertson and Zaragoza 2009, as in Lucene).
 * It has a frozen part in CSR form (as in an artefact) and a growing tail; both number rows from 0 in the order in which they were added.
 *
 * Adding and removing keep document frequencies and lengths exact, so that scores never depend on the corpus's history.
 * A change costs only its rows: postings of a removed row stay until the next artefact, and a term counts its lost ones when it is used.
 * Cost: 8 ns for each posting of the question's terms.
 */
import { countsOf } from '../../core/index.ts'
import { createCompounds } from './compounds.ts'
import { createLostPostings, type LostPostings, type PostingRange, placeOf } from './lost-postings.ts'
import { createPlaceFinder } from './place-finder.ts'

/** Lucene's default values, with which the figures of data/MEASURED.md were measured. */
export const DEFAULT_BM25: Bm25 = { k1: 1.2, b: 0.75 }

/** The two parameters of BM25. */
export interface Bm25 {
  /** How fast further occurrences of a term stop counting, from 0. */
  readonly k1: number
  /** How much long rows are penalised, 0 to 1. */
  readonly b: number
}

/** Stored form of the word index. */
export interface PostingsParts {
  readonly terms: readonly string[]
  /** Postings of term t are at offsets[t] .. offsets[t + 1]. */
  readonly offsets: Uint32Array
  readonly rows: Uint32Array
  /** Number of times the term occurs in the row; 65,535 at most. */
  readonly counts: Uint16Array
  /** Number of terms of each row. */
  readonly lengths: Uint32Array
}

export interface TermShare {
  readonly term: string
  /** The term's share of the row's score. */
  readonly score: number
}

export interface Postings {
  rows(): number
  /** Appends a row with its terms, repeats included. */
  add(terms: readonly string[]): void
  /** Returns whether a row has, or had, the term. */
  has(term: string): boolean
  /** Returns terms that share a half with the term, in a language that writes compounds as one word. */
  compounds(term: string): string[]
  /** Removes rows from the statistics. Cost: the rows; each term used afterwards looks them up once. */
  remove(rows: ReadonlySet<number>): void
  /** Writes the BM25 score of every row into `out` (at least rows() long). Scores of removed rows have no meaning. */
  score(terms: readonly string[], out: Float32Array): void
  /** Returns, for each term, the indices in `rows` of those that have it. Rows are distinct; -1 is a row without terms. */
  placesWith(terms: readonly string[], rows: readonly number[]): number[][]
  explain(terms: readonly string[], row: number): TermShare[]
  /** Returns an upper bound of all scores: each term as often as there is room for. Terms of no row count like the rarest ones. */
  possible(terms: readonly string[]): number
  /** Returns the frozen form of the rows in `keep`, ascending, renumbered by their index in it. */
  parts(keep: readonly number[]): PostingsParts
}

interface Tail {
  readonly rows: number[]
  readonly counts: number[]
}

const MAX_COUNT = 65_535
const NOTHING: PostingsParts = {
  terms: [],
  offsets: new Uint32Array(1),
  rows: new Uint32Array(0),
  counts: new Uint16Array(0),
  lengths: new Uint32Array(0),
}

interface State {
  readonly bm25: Bm25
  readonly frozen: PostingsParts
  readonly terms: string[]
  readonly termIds: Map<string, number>
  readonly tails: Map<number, Tail>
  readonly lengths: number[]
  readonly lost: LostPostings
  liveRows: number
  liveLength: number
  /** Length of the longest row ever added. */
  longest: number
  norms: Float32Array
  meanOfNorms: number
}

export function createPostings(frozen: PostingsParts = NOTHING, bm25: Bm25 = DEFAULT_BM25): Postings {
  const terms = [...frozen.terms]
  const lengths = Array.from(frozen.lengths)
  const state: State = {
    bm25,
    frozen,
    terms,
    termIds: new Map(terms.map((term, id) => [term, id])),
    tails: new Map(),
    lengths,
    lost: createLostPostings(),
    liveRows: lengths.length,
    liveLength: lengths.reduce((sum, length) => sum + length, 0),
    longest: lengths.reduce((most, length) => Math.max(most, length), 0),
    norms: new Float32Array(0),
    meanOfNorms: 0,
  }
  const compounds = createCompounds(terms)
  const placesWith = createPlaceFinder()
  return {
    rows: () => lengths.length,
    add: (rowTerms) => addRow(state, rowTerms),
    has: (term) => state.termIds.has(term),
    compounds: compounds.of,
    remove: (rows) => removeRows(state, rows),
    score: (queryTerms, out) => scoreRows(state, queryTerms, out),
    placesWith: (queryTerms, rows) =>
      placesWith(
        queryTerms.map((term) => rangesOf(state, state.termIds.get(term))),
        rows,
        lengths.length,
      ),
    explain: (queryTerms, row) => explainRow(state, queryTerms, row),
    possible: (queryTerms) => possibleScore(state, queryTerms),
    parts: (keep) => freeze(state, keep),
  }
}

function addRow(state: State, rowTerms: readonly string[]): void {
  const row = state.lengths.push(rowTerms.length) - 1
  for (const [term, count] of countsOf(rowTerms)) {
    const termId = idOf(state, term)
    const tail = tailOf(state, termId)
    tail.rows.push(row)
    tail.counts.push(Math.min(MAX_COUNT, count))
  }
  state.liveRows++
  state.liveLength += rowTerms.length
  state.longest = Math.max(state.longest, rowTerms.length)
}

function removeRows(state: State, gone: ReadonlySet<number>): void {
  state.lost.remove(gone)
  for (const row of gone) state.liveLength -= state.lengths[row]!
  state.liveRows -= gone.size
}

/** Returns the question's distinct terms that rows have, with their weights. */
function weightedTerms(state: State, queryTerms: readonly string[]) {
  return [...countsOf(queryTerms)].flatMap(([term, repeats]) => {
    const termId = state.termIds.get(term)
    return termId === undefined ? [] : [{ term, termId, factor: repeats * inverseFrequency(state, termId) }]
  })
}

function scoreRows(state: State, queryTerms: readonly string[], out: Float32Array): void {
  const { lengths } = state
  out.fill(0, 0, lengths.length)
  const norms = currentNorms(state)
  for (const { termId, factor } of weightedTerms(state, queryTerms)) {
    for (const range of rangesOf(state, termId)) scoreAll({ ...range, factor, lengths, norms, out })
  }
}

interface ScoringTask extends PostingRange {
  readonly factor: number
  readonly lengths: ArrayLike<number>
  readonly norms: Float32Array
  readonly out: Float32Array
}

function scoreAll({ rows, counts, start, end, factor, lengths, norms, out }: ScoringTask): void {
  for (let i = start; i < end; i++) {
    const row = rows[i]!
    const count = counts[i]!
    out[row]! += (factor * count) / (count + norms[lengths[row]!]!)
  }
}

function explainRow(state: State, queryTerms: readonly string[], wanted: number): TermShare[] {
  const norm = currentNorms(state)[state.lengths[wanted]!]!
  const shares: TermShare[] = []
  for (const { term, termId, factor } of weightedTerms(state, queryTerms)) {
    const count = countIn(rangesOf(state, termId), wanted)
    if (count > 0) shares.push({ term, score: (factor * count) / (count + norm) })
  }
  return shares.sort((a, b) => b.score - a.score)
}

function possibleScore(state: State, queryTerms: readonly string[]): number {
  let sum = 0
  for (const [term, repeats] of countsOf(queryTerms))
    sum += repeats * inverseFrequency(state, state.termIds.get(term))
  return sum
}

/** Returns k1 x (1 - b + b x length / mean length), by length up to the longest row. */
function currentNorms(state: State): Float32Array {
  const { k1, b } = state.bm25
  const mean = state.liveRows === 0 ? 1 : Math.max(1, state.liveLength / state.liveRows)
  const { norms, meanOfNorms } = state
  if (meanOfNorms === mean && norms.length > state.longest) return norms
  state.meanOfNorms = mean
  state.norms = Float32Array.from(
    { length: state.longest + 1 },
    (_, length) => k1 * (1 - b + (b * length) / mean),
  )
  return state.norms
}

function inverseFrequency(state: State, termId: number | undefined): number {
  const frequency = termId === undefined ? 0 : documentFrequency(state, termId)
  return Math.log(1 + (state.liveRows - frequency + 0.5) / (frequency + 0.5))
}

/** Returns the number of live rows that have the term. */
function documentFrequency(state: State, termId: number): number {
  const ranges = rangesOf(state, termId)
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0) - state.lost.of(termId, ranges)
}

/** Returns how often the row has the term of these ranges. */
function countIn(ranges: readonly PostingRange[], row: number): number {
  for (const range of ranges) {
    const place = placeOf(row, range)
    if (place >= 0) return range.counts[place]!
  }
  return 0
}

function rangesOf({ frozen, tails }: State, termId: number | undefined): PostingRange[] {
  if (termId === undefined) return []
  const tail = tails.get(termId)
  const ranges: PostingRange[] = [frozenRange(frozen, termId)]
  if (tail !== undefined) ranges.push({ ...tail, start: 0, end: tail.rows.length })
  return ranges
}

function frozenRange({ terms, offsets, rows, counts }: PostingsParts, termId: number): PostingRange {
  if (termId >= terms.length) return { rows, counts, start: 0, end: 0 }
  return { rows, counts, start: offsets[termId]!, end: offsets[termId + 1]! }
}

function forEachPosting(state: State, termId: number, visit: (row: number, count: number) => void): void {
  for (const { rows, counts, start, end } of rangesOf(state, termId))
    for (let i = start; i < end; i++) visit(rows[i]!, counts[i]!)
}

function idOf({ termIds, terms }: State, term: string): number {
  const known = termIds.get(term)
  if (known !== undefined) return known
  termIds.set(term, terms.length)
  return terms.push(term) - 1
}

function tailOf({ tails }: State, termId: number): Tail {
  const known = tails.get(termId)
  if (known !== undefined) return known
  const tail: Tail = { rows: [], counts: [] }
  tails.set(termId, tail)
  return tail
}

function freeze(state: State, keep: readonly number[]): PostingsParts {
  const { terms, lengths } = state
  const newRow = new Int32Array(lengths.length).fill(-1)
  for (const [to, from] of keep.entries()) newRow[from] = to
  const sizes = new Uint32Array(terms.length)
  for (const termId of terms.keys())
    forEachPosting(state, termId, (row) => {
      if (newRow[row]! >= 0) sizes[termId]!++
    })
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const kept: string[] = []
  const offsets = [0]
  const rows = new Uint32Array(total)
  const counts = new Uint16Array(total)
  let at = 0
  for (const [termId, term] of terms.entries()) {
    if (sizes[termId] === 0) continue
    forEachPosting(state, termId, (row, count) => {
      if (newRow[row]! < 0) return
      rows[at] = newRow[row]!
      counts[at++] = count
    })
    kept.push(term)
    offsets.push(at)
  }
  const lengthsKept = Uint32Array.from(keep, (row) => lengths[row]!)
  return { terms: kept, offsets: Uint32Array.from(offsets), rows, counts, lengths: lengthsKept }
}

/**
 * The word index: here are the terms of a question, score every row by BM25 (Robertson and Zaragoza 2009, as Lucene does it).
 * A frozen part in CSR form (as an artefact holds it) and a growing tail; both count rows from 0 in the order they came.
 *
 * Adding and removing keep document frequencies and lengths exact, so scores never depend on the history of the corpus.
 * Cost: 8 ns a posting of the question's terms.
 */

/** The values Lucene ships and the figures of data/MEASURED.md were taken with. */
const K1 = 1.2
const B = 0.75

/** What an artefact keeps of the word index. */
export interface PostingsParts {
  readonly terms: readonly string[]
  /** Postings of term t are at offsets[t] .. offsets[t + 1]. */
  readonly offsets: Uint32Array
  readonly rows: Uint32Array
  /** How often the term occurs in the row; 65,535 at most. */
  readonly counts: Uint16Array
  /** Number of terms of each row. */
  readonly lengths: Uint32Array
}

export interface TermShare {
  readonly term: string
  /** The term's part of the row's score. */
  readonly score: number
}

export interface Postings {
  rows(): number
  /** Appends a row with its terms, repeats included. */
  add(terms: readonly string[]): void
  /** Takes rows out of the statistics. Cost: one pass over all postings, however many rows. */
  remove(rows: ReadonlySet<number>): void
  /** Writes the BM25 score of every row into `out` (at least rows() long). Scores of removed rows are not meaningful. */
  score(terms: readonly string[], out: Float32Array): void
  explain(terms: readonly string[], row: number): TermShare[]
  /** What no row's score exceeds: each term as often as there is room for. Terms that no row has count with the rarest ones. */
  possible(terms: readonly string[]): number
  /** The frozen form without the removed rows, which are renumbered by `keep` (old rows in their new order). */
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
  readonly frozen: PostingsParts
  readonly terms: string[]
  readonly termIds: Map<string, number>
  readonly documentFrequencies: number[]
  readonly tails: Map<number, Tail>
  readonly lengths: number[]
  liveRows: number
  liveLength: number
  /** K1 x (1 - B + B x length / mean length) for each row; empty after a change, made when it is needed. */
  norms: Float32Array
}

export function createPostings(frozen: PostingsParts = NOTHING): Postings {
  const terms = [...frozen.terms]
  const lengths = Array.from(frozen.lengths)
  const state: State = {
    frozen,
    terms,
    termIds: new Map(terms.map((term, id) => [term, id])),
    documentFrequencies: terms.map((_, id) => frozen.offsets[id + 1]! - frozen.offsets[id]!),
    tails: new Map(),
    lengths,
    liveRows: lengths.length,
    liveLength: lengths.reduce((sum, length) => sum + length, 0),
    norms: new Float32Array(0),
  }
  return {
    rows: () => lengths.length,
    add: (rowTerms) => addRow(state, rowTerms),
    remove: (rows) => removeRows(state, rows),
    score: (queryTerms, out) => scoreRows(state, queryTerms, out),
    explain: (queryTerms, row) => explainRow(state, queryTerms, row),
    possible: (queryTerms) => possibleScore(state, queryTerms),
    parts: (keep) => freeze(state, keep),
  }
}

function addRow(state: State, rowTerms: readonly string[]): void {
  const row = state.lengths.push(rowTerms.length) - 1
  for (const [term, count] of counted(rowTerms)) {
    const termId = idOf(state, term)
    const tail = tailOf(state, termId)
    tail.rows.push(row)
    tail.counts.push(Math.min(MAX_COUNT, count))
    state.documentFrequencies[termId]!++
  }
  state.liveRows++
  state.liveLength += rowTerms.length
  state.norms = new Float32Array(0)
}

function removeRows(state: State, gone: ReadonlySet<number>): void {
  for (const termId of state.terms.keys())
    forEachPosting(state, termId, (row) => {
      if (gone.has(row)) state.documentFrequencies[termId]!--
    })
  for (const row of gone) state.liveLength -= state.lengths[row]!
  state.liveRows -= gone.size
  state.norms = new Float32Array(0)
}

function scoreRows(state: State, queryTerms: readonly string[], out: Float32Array): void {
  out.fill(0, 0, state.lengths.length)
  const norms = currentNorms(state)
  for (const [term, repeats] of counted(queryTerms)) {
    const termId = state.termIds.get(term)
    if (termId === undefined) continue
    const factor = repeats * inverseFrequency(state, termId)
    scoreFrozen(state.frozen, termId, factor, norms, out)
    const tail = state.tails.get(termId)
    for (let i = 0; i < (tail?.rows.length ?? 0); i++) {
      const row = tail!.rows[i]!
      const count = tail!.counts[i]!
      out[row]! += (factor * count) / (count + norms[row]!)
    }
  }
}

function explainRow(state: State, queryTerms: readonly string[], wanted: number): TermShare[] {
  const norms = currentNorms(state)
  const shares: TermShare[] = []
  for (const [term, repeats] of counted(queryTerms)) {
    const termId = state.termIds.get(term)
    if (termId === undefined) continue
    const factor = repeats * inverseFrequency(state, termId)
    forEachPosting(state, termId, (row, count) => {
      if (row === wanted) shares.push({ term, score: (factor * count) / (count + norms[row]!) })
    })
  }
  return shares.sort((a, b) => b.score - a.score)
}

function possibleScore(state: State, queryTerms: readonly string[]): number {
  let sum = 0
  for (const [term, repeats] of counted(queryTerms))
    sum += repeats * inverseFrequency(state, state.termIds.get(term))
  return sum
}

function currentNorms(state: State): Float32Array {
  if (state.norms.length === state.lengths.length) return state.norms
  const mean = state.liveRows === 0 ? 1 : Math.max(1, state.liveLength / state.liveRows)
  state.norms = Float32Array.from(state.lengths, (length) => K1 * (1 - B + (B * length) / mean))
  return state.norms
}

function inverseFrequency({ documentFrequencies, liveRows }: State, termId: number | undefined): number {
  const frequency = termId === undefined ? 0 : documentFrequencies[termId]!
  return Math.log(1 + (liveRows - frequency + 0.5) / (frequency + 0.5))
}

function forEachPosting(
  { frozen, tails }: State,
  termId: number,
  visit: (row: number, count: number) => void,
): void {
  if (termId < frozen.terms.length)
    for (let i = frozen.offsets[termId]!; i < frozen.offsets[termId + 1]!; i++)
      visit(frozen.rows[i]!, frozen.counts[i]!)
  const tail = tails.get(termId)
  if (tail !== undefined) for (const [i, row] of tail.rows.entries()) visit(row, tail.counts[i]!)
}

function idOf({ termIds, terms, documentFrequencies }: State, term: string): number {
  const known = termIds.get(term)
  if (known !== undefined) return known
  termIds.set(term, terms.length)
  documentFrequencies.push(0)
  return terms.push(term) - 1
}

function tailOf({ tails }: State, termId: number): Tail {
  const known = tails.get(termId)
  if (known !== undefined) return known
  const tail: Tail = { rows: [], counts: [] }
  tails.set(termId, tail)
  return tail
}

function scoreFrozen(
  frozen: PostingsParts,
  termId: number,
  factor: number,
  norm: Float32Array,
  out: Float32Array,
): void {
  if (termId >= frozen.terms.length) return
  const { rows, counts } = frozen
  const end = frozen.offsets[termId + 1]!
  for (let i = frozen.offsets[termId]!; i < end; i++) {
    const row = rows[i]!
    const count = counts[i]!
    out[row]! += (factor * count) / (count + norm[row]!)
  }
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
  const keptLengths = Uint32Array.from(keep, (row) => lengths[row]!)
  return { terms: kept, offsets: Uint32Array.from(offsets), rows, counts, lengths: keptLengths }
}

function counted(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

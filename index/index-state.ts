/**
 * The content of an open index: words, vectors and row table under the same row numbers. Loads it, updates it to the corpus's state
 * and saves it.
 */
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type GlossError, languageOfText, wordsIn } from '../core/index.ts'
import { type CorpusReader, type IndexedUnit, indexedText, readingOf } from '../corpus/index.ts'
import {
  type Artefact,
  type ArtefactSettings,
  checkNotAhead,
  readArtefact,
  staleArtefact,
  writeArtefact,
} from './artefact.ts'
import { packParts, unpackParts } from './format.ts'
import type { KeptState } from './kept-current.ts'
import type { OpenNeighbours } from './ports.ts'
import { createRowGraph, type RowGraph } from './row-graph.ts'
import { createRowLanguages, type RowLanguages } from './row-languages.ts'
import { createRowTable, type RowTable } from './rows.ts'
import { createMatrix, type VectorMatrix } from './vectors/matrix.ts'
import { type Bm25, createPostings, type Postings } from './words/postings.ts'

export interface CorpusIndexOptions {
  readonly reader: CorpusReader
  readonly embedder: { readonly id: string; readonly dims: number }
  /** Folder of the artefacts. */
  readonly folder: string
  /** If null, every vector is compared, whatever their number. */
  readonly openNeighbours: OpenNeighbours | null
  /** Default: `DEFAULT_BM25`. Counts are stored instead of scores, so the same artefact serves every value. */
  readonly bm25?: Bm25
  /** Up to this many rows every vector is compared; above, a saved index has a neighbour graph, plus up to as many new rows to scan. */
  readonly exactRows?: number
  /** Called with the reason why an artefact was not used. */
  readonly onRefused?: (error: GlossError) => void
}

export interface IndexState extends KeptState {
  readonly table: RowTable
  readonly languages: RowLanguages
  readonly postings: Postings
  readonly matrix: VectorMatrix
  /** Null up to `exactRows` rows, and until there is an artefact with a graph; every row is then scanned. */
  readonly graph: RowGraph | null
  /** First row that is not in the graph yet; rows from here on are scanned. */
  graphedRows: number
}

// Search is exact up to 20,000 vectors, where a scan takes .5 ms.
const EXACT_ROWS = 20_000
/** Version of the terms. 3: terms in the language of each row. Indexes of version 2 are rebuilt when they are opened. */
export const ANALYSER = 'words-3'
const GRAPH_FILE = 'neighbours.usearch'
// Adding a row to a graph takes some .7 ms; other work runs in between.
const ROWS_A_TURN = 64

function settingsOf({ embedder, exactRows = EXACT_ROWS }: CorpusIndexOptions): ArtefactSettings {
  return {
    analyser: ANALYSER,
    bm25: '1.2/0.75',
    embedder: embedder.id,
    dims: embedder.dims,
    exact: exactRows,
  }
}

/** Returns the state from the newest matching artefact, or an empty one. */
export async function openIndexState(options: CorpusIndexOptions): Promise<IndexState> {
  const { embedder, reader, folder, bm25, onRefused = () => undefined } = options
  const load = async (artefact: Artefact) => loadState(artefact, await reader.seq(), options)
  const saved = await readArtefact(folder, settingsOf(options), load, onRefused)
  if (saved !== null) return saved
  return {
    seq: 0,
    table: createRowTable(),
    languages: createRowLanguages(),
    postings: createPostings(undefined, bm25),
    matrix: createMatrix(embedder.dims),
    graph: null,
    graphedRows: 0,
    saved: null,
    changed: 0,
  }
}

function loadState(
  artefact: Artefact,
  corpusSeq: number,
  { embedder, openNeighbours, bm25 }: CorpusIndexOptions,
): IndexState {
  checkNotAhead(artefact, corpusSeq)
  const parts = unpackParts(artefact.files)
  return {
    seq: artefact.seq,
    table: createRowTable(parts.rows),
    languages: createRowLanguages(parts.languages),
    postings: createPostings(parts.postings, bm25),
    matrix: createMatrix(embedder.dims, parts.matrix),
    graph:
      openNeighbours !== null && artefact.files.has(GRAPH_FILE)
        ? loadGraph(openNeighbours, artefact.folder, parts.graphKeys)
        : null,
    graphedRows: parts.rows.ids.length,
    saved: artefact.seq,
    changed: 0,
  }

  /** Opens the graph's file again; a writer may have replaced the artefact since its checksums were verified. */
  function loadGraph(open: OpenNeighbours, folder: string, keys: Uint32Array): RowGraph | null {
    try {
      const neighbours = open(embedder.dims, join(folder, GRAPH_FILE))
      return neighbours && createRowGraph(neighbours, keys)
    } catch (error) {
      throw staleArtefact(folder, 'its neighbour graph cannot be opened', error)
    }
  }
}

/**
 * Applies the changes up to `now`: removals first, because a unit may have been added again. Rows that are added during the read are
 * read again by the next call, which then knows them already. Cost: that of the changes; beyond `exactRows` waiting rows, also that of
 * adding as many to the graph.
 */
export async function applyChanges(
  state: IndexState,
  { reader, embedder, exactRows = EXACT_ROWS }: CorpusIndexOptions,
  now: number,
): Promise<void> {
  const gone = state.seq === 0 ? [] : await reader.removedSince(state.seq)
  dropRows(
    state,
    gone.flatMap((unit) => state.table.rowOf(unit) ?? []),
  )
  for await (const entry of reader.unitsSince(state.seq, embedder.id)) {
    addRow(state, entry, embedder.dims)
    if (state.changed % ROWS_A_TURN === 0) await setImmediate()
  }
  await extendGraph(state, state.table.rows() - exactRows)
  state.seq = now
}

/** Adds the waiting rows before `end` to the graph. */
async function extendGraph(state: IndexState, end: number): Promise<void> {
  const { graph, matrix, table } = state
  if (graph === null) return
  for (; state.graphedRows < end; state.graphedRows++) {
    const row = state.graphedRows
    if (table.mask(null)[row] === 1 && matrix.hasVector(row)) graph.add(row, matrix.vector(row))
    if (row % ROWS_A_TURN === 0) await setImmediate()
  }
}

function dropRows(state: IndexState, rows: readonly number[]): void {
  if (rows.length === 0) return
  state.postings.remove(new Set(rows))
  for (const row of rows) {
    state.table.remove(row)
    state.languages.remove(row)
    state.graph?.remove(row)
  }
  state.changed += rows.length
}

function addRow(state: IndexState, entry: IndexedUnit, dims: number): void {
  if (state.table.rowOf(entry.unit.id) !== undefined) return
  state.table.add(entry)
  const { language, terms } = indexedTerms(entry)
  state.languages.add(language)
  state.postings.add(terms)
  state.matrix.add(entry.vector ?? new Float32Array(dims))
  state.changed++
}

/** Returns a unit's index terms in reading order, repeats included, and their language (ISO 639-3). */
export function indexedTerms({ unit, title, language: ofPaper }: IndexedUnit): {
  readonly language: string
  readonly terms: string[]
} {
  const language = languageOfText(readingOf(unit), ofPaper)
  return { language, terms: wordsIn(indexedText(unit, title), language) }
}

/** Writes an artefact of the live rows, renumbered. The state must not change meanwhile. */
export async function saveIndexState(state: IndexState, options: CorpusIndexOptions): Promise<void> {
  const { exactRows = EXACT_ROWS, folder, openNeighbours } = options
  const keep = state.table.live()
  if (keep.length > exactRows) await extendGraph(state, state.table.rows())
  const graph =
    keep.length > exactRows && openNeighbours !== null
      ? (state.graph ?? (await buildGraph(state, openNeighbours, options)))
      : null
  const rows = state.table.parts(keep)
  const languages = state.languages.parts(keep)
  await setImmediate()
  const postings = state.postings.parts(keep)
  await setImmediate()
  const matrix = state.matrix.parts(keep)
  await setImmediate()
  const graphKeys = graph?.keys(keep) ?? new Uint32Array(0)
  const files = packParts({ rows, languages, postings, matrix, graphKeys })
  if (graph !== null) files.set(GRAPH_FILE, (path) => graph.save(path))
  const counts = { rows: keep.length }
  await writeArtefact(folder, settingsOf(options), { seq: state.seq, counts, files })
}

async function buildGraph(
  { table }: IndexState,
  openNeighbours: OpenNeighbours,
  { embedder, reader }: CorpusIndexOptions,
): Promise<RowGraph | null> {
  const neighbours = openNeighbours(embedder.dims, null)
  if (neighbours === null) return null
  const graph = createRowGraph(neighbours)
  let added = 0
  for await (const { unit, vector } of reader.unitsSince(0, embedder.id)) {
    const row = table.rowOf(unit.id)
    if (row === undefined || vector === null) continue
    graph.add(row, vector)
    if (++added % ROWS_A_TURN === 0) await setImmediate()
  }
  return graph
}

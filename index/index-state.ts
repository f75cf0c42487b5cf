/**
 * What an open index holds: words, vectors and row table under the same row numbers. Here it is loaded, brought up to the
 * corpus and saved.
 */
import { join } from 'node:path'
import { type GlossError, words } from '../core/index.ts'
import { type CorpusReader, type IndexedUnit, indexedText } from '../corpus/index.ts'
import { type ArtefactSettings, readArtefact, writeArtefact } from './artefact.ts'
import { packParts, unpackParts } from './format.ts'
import type { Neighbours, OpenNeighbours } from './ports.ts'
import { createRowTable, type RowTable } from './rows.ts'
import { createMatrix, FLOAT_ROWS, type VectorMatrix } from './vectors/matrix.ts'
import { createPostings, type Postings } from './words/postings.ts'

export interface CorpusIndexOptions {
  readonly reader: CorpusReader
  readonly embedder: { readonly id: string; readonly dims: number }
  /** Folder of the artefacts. */
  readonly folder: string
  readonly openNeighbours: OpenNeighbours
  /** Told why an artefact was not used. */
  readonly onRefused?: (error: GlossError) => void
}

export interface IndexState {
  /** The corpus's change up to which everything is taken in. */
  seq: number
  readonly table: RowTable
  readonly postings: Postings
  readonly matrix: VectorMatrix
  /** Null up to FLOAT_ROWS rows, and until an artefact with a graph is there: every row is scanned then. */
  readonly neighbours: Neighbours | null
  /** `seq` of the artefact it was opened from; null where there was none. */
  readonly saved: number | null
  /** Rows added and removed since. */
  changed: number
  removed: number
}

const NEIGHBOURS_FILE = 'neighbours.usearch'
// Chosen, not measured: a few hundred rows are taken in within milliseconds at opening.
const UNSAVED_ROWS = 500
const UNSAVED_SHARE = 0.1

function settingsOf({ embedder }: CorpusIndexOptions): ArtefactSettings {
  return {
    analyser: 'words-1',
    bm25: '1.2/0.75',
    embedder: embedder.id,
    dims: embedder.dims,
    exact: FLOAT_ROWS,
  }
}

/** From the newest artefact, or empty where there is none that fits. */
export async function openState(options: CorpusIndexOptions): Promise<IndexState> {
  const { embedder, reader, folder, onRefused = () => undefined, openNeighbours } = options
  const artefact = await readArtefact(folder, settingsOf(options), onRefused)
  const counts = { changed: 0, removed: 0 }
  if (artefact === null || artefact.seq > (await reader.seq()))
    return {
      ...counts,
      seq: 0,
      table: createRowTable(),
      postings: createPostings(),
      matrix: createMatrix(embedder.dims),
      neighbours: null,
      saved: null,
    }
  const parts = unpackParts(artefact.files)
  const graph = artefact.files.has(NEIGHBOURS_FILE) ? join(artefact.folder, NEIGHBOURS_FILE) : null
  return {
    ...counts,
    seq: artefact.seq,
    table: createRowTable(parts.rows),
    postings: createPostings(parts.postings),
    matrix: createMatrix(embedder.dims, parts.matrix),
    neighbours: graph === null ? null : openNeighbours(embedder.dims, graph),
    saved: artefact.seq,
  }
}

/**
 * Takes in what changed up to `now`: removals first, since a unit may have come back. Rows that a writer adds while this
 * reads are met again by the next call, and are then known already.
 */
export async function takeIn(
  state: IndexState,
  { reader, embedder }: CorpusIndexOptions,
  now: number,
): Promise<void> {
  const gone = state.seq === 0 ? [] : await reader.removedSince(state.seq)
  dropRows(
    state,
    gone.flatMap((unit) => state.table.rowOf(unit) ?? []),
  )
  for await (const entry of reader.unitsSince(state.seq, embedder.id)) addRow(state, entry, embedder.dims)
  state.seq = now
}

function dropRows(state: IndexState, rows: readonly number[]): void {
  if (rows.length === 0) return
  state.postings.remove(new Set(rows))
  for (const row of rows) {
    state.table.remove(row)
    state.neighbours?.remove(row)
  }
  state.removed += rows.length
  state.changed += rows.length
}

function addRow(state: IndexState, entry: IndexedUnit, dims: number): void {
  if (state.table.rowOf(entry.unit.id) !== undefined) return
  const vector = entry.vector ?? new Float32Array(dims)
  const row = state.table.add(entry)
  state.postings.add(words(indexedText(entry.unit, entry.title)))
  state.matrix.add(vector)
  state.neighbours?.add(row, vector)
  state.changed++
}

/** True where opening the last artefact and taking in the rest costs next to nothing. */
export function isFresh({ saved, seq, changed, table }: IndexState): boolean {
  if (saved === null) return false
  return saved === seq || changed <= Math.max(UNSAVED_ROWS, UNSAVED_SHARE * table.liveRows())
}

/** Writes an artefact of the rows that are there, numbered anew. */
export async function saveState(state: IndexState, options: CorpusIndexOptions): Promise<void> {
  const keep = state.table.live()
  const graph = await graphToSave(state, options, keep)
  const files = packParts({
    rows: state.table.parts(keep),
    postings: state.postings.parts(keep),
    matrix: state.matrix.parts(keep),
  })
  if (graph !== null) files.set(NEIGHBOURS_FILE, (path) => graph.save(path))
  const counts = { rows: keep.length }
  await writeArtefact(options.folder, settingsOf(options), { seq: state.seq, counts, files })
}

/** Row numbers are the graph's keys; where rows went, numbers change, and the graph is built again (bench/results/neighbours.json). */
async function graphToSave(
  { neighbours, removed, table }: IndexState,
  { openNeighbours, embedder, reader }: CorpusIndexOptions,
  keep: readonly number[],
): Promise<Neighbours | null> {
  if (keep.length <= FLOAT_ROWS) return null
  if (neighbours !== null && removed === 0) return neighbours
  const graph = openNeighbours(embedder.dims, null)
  const places = new Map(keep.map((row, place) => [row, place]))
  for await (const { unit, vector } of reader.unitsSince(0, embedder.id)) {
    const place = places.get(table.rowOf(unit.id) ?? -1)
    if (place !== undefined && vector !== null) graph.add(place, vector)
  }
  return graph
}

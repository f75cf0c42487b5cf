/**
 * The index of one corpus: words, vectors and row table under the same row numbers, opened from the newest artefact and
 * brought up to the corpus's `seq` before every answer. So an answer is never older than the corpus, and an artefact
 * may be thrown away at any time.
 */

import { type GlossError, words } from '../core/index.ts'
import { type CorpusReader, type IndexedUnit, indexedText } from '../corpus/index.ts'
import { readArtefact, writeArtefact } from './artefact.ts'
import { type IndexParts, packParts, unpackParts } from './format.ts'
import type { CandidateSource, Neighbours, OpenNeighbours } from './ports.ts'
import { createRowTable } from './rows.ts'
import { createScorer } from './scorer.ts'
import { createMatrix, FLOAT_ROWS } from './vectors/matrix.ts'
import { createPostings } from './words/postings.ts'

export interface CorpusIndexOptions {
  readonly reader: CorpusReader
  readonly embedder: { readonly id: string; readonly dims: number }
  /** Folder of the artefacts. */
  readonly folder: string
  readonly openNeighbours: OpenNeighbours
  /** Told why an artefact was not used. */
  readonly onRefused?: (error: GlossError) => void
}

export interface CorpusIndex extends CandidateSource {
  /** The corpus's `seq` up to which the index answers. */
  seq(): number
  /** Takes in what changed in the corpus. Every answer does so first. */
  refresh(): Promise<void>
  /** Writes an artefact, if enough has changed since the last one that opening would be slow. Returns whether it did. */
  save(): Promise<boolean>
}

const NEIGHBOURS_FILE = 'neighbours.usearch'
// Chosen, not measured: a few hundred rows are taken in within milliseconds at opening.
const UNSAVED_ROWS = 500
const UNSAVED_SHARE = 0.1

export async function openCorpusIndex(options: CorpusIndexOptions): Promise<CorpusIndex> {
  const { reader, embedder } = options
  const settings = {
    analyser: 'words-1',
    bm25: '1.2/0.75',
    embedder: embedder.id,
    dims: embedder.dims,
    exact: FLOAT_ROWS,
  }
  let state = await load()
  let changed = 0
  let refreshing: Promise<void> | null = null

  async function load() {
    const artefact = await readArtefact(options.folder, settings, options.onRefused ?? (() => undefined))
    const isFromThisCorpus = artefact !== null && artefact.seq <= (await reader.seq())
    if (!isFromThisCorpus) return fresh(0)
    const parts = unpackParts(artefact.files)
    const hasNeighbours = artefact.files.has(NEIGHBOURS_FILE)
    return {
      seq: artefact.seq,
      table: createRowTable(parts.rows),
      postings: createPostings(parts.postings),
      matrix: createMatrix(embedder.dims, parts.matrix),
      neighbours: hasNeighbours
        ? options.openNeighbours(embedder.dims, `${artefact.folder}/${NEIGHBOURS_FILE}`)
        : (null as Neighbours | null),
      removed: 0,
      saved: artefact.seq,
    }
  }

  function fresh(seq: number) {
    return {
      seq,
      table: createRowTable(),
      postings: createPostings(),
      matrix: createMatrix(embedder.dims),
      neighbours: null as Neighbours | null,
      removed: 0,
      saved: -1,
    }
  }

  async function refresh(): Promise<void> {
    const now = await reader.seq()
    if (now === state.seq) return
    refreshing ??= takeIn(now).finally(() => {
      refreshing = null
    })
    await refreshing
  }

  /** Rows that a writer adds while this reads are met again by the next call, and are then known already. */
  async function takeIn(now: number): Promise<void> {
    const since = state.seq
    const gone = since === 0 ? [] : await reader.removedSince(since)
    dropRows(gone.flatMap((unit) => state.table.rowOf(unit) ?? []))
    for await (const entry of reader.unitsSince(since, embedder.id)) addRow(entry)
    state.seq = now
  }

  function dropRows(rows: readonly number[]): void {
    if (rows.length === 0) return
    state.postings.remove(new Set(rows))
    for (const row of rows) {
      state.table.remove(row)
      state.neighbours?.remove(row)
    }
    state.removed += rows.length
    changed += rows.length
  }

  function addRow(entry: IndexedUnit): void {
    if (state.table.rowOf(entry.unit.id) !== undefined) return
    const vector = entry.vector ?? new Float32Array(embedder.dims)
    const row = state.table.add(entry)
    state.postings.add(words(indexedText(entry.unit, entry.title)))
    state.matrix.add(vector)
    state.neighbours?.add(row, vector)
    changed++
  }

  /** Row numbers are the graph's keys, so removed rows, which the artefact leaves out, cost a new graph. */
  async function neighboursToSave(rows: number): Promise<Neighbours | null> {
    if (rows <= FLOAT_ROWS) return null
    if (state.neighbours !== null && state.removed === 0) return state.neighbours
    const graph = options.openNeighbours(embedder.dims, null)
    const live = new Map(state.table.live().map((row, place) => [row, place]))
    for await (const { unit, vector } of reader.unitsSince(0, embedder.id)) {
      const place = live.get(state.table.rowOf(unit.id) ?? -1)
      if (place !== undefined && vector !== null) graph.add(place, vector)
    }
    return graph
  }

  async function save(): Promise<boolean> {
    await refresh()
    const isFresh =
      state.saved >= 0 && changed <= Math.max(UNSAVED_ROWS, UNSAVED_SHARE * state.table.liveRows())
    if (isFresh || state.saved === state.seq) return false
    const keep = state.table.live()
    const graph = await neighboursToSave(keep.length)
    const files = packParts(partsOf(keep))
    if (graph !== null) files.set(NEIGHBOURS_FILE, (path) => graph.save(path))
    await writeArtefact(options.folder, settings, { seq: state.seq, counts: { rows: keep.length }, files })
    state = await load()
    changed = 0
    return true
  }

  function partsOf(keep: readonly number[]): IndexParts {
    const { cells, scales, floats } = state.matrix.parts(keep)
    return {
      rows: state.table.parts(keep),
      postings: state.postings.parts(keep),
      matrix: { cells, scales, floats },
    }
  }

  const scorer = createScorer(() => state)
  return {
    seq: () => state.seq,
    refresh,
    save,
    async size() {
      await refresh()
      return state.table.liveRows()
    },
    async candidates(query) {
      await refresh()
      return scorer.candidates(query)
    },
    async explainWords(terms, unit) {
      await refresh()
      const row = state.table.rowOf(unit)
      return row === undefined ? [] : state.postings.explain(terms, row)
    },
  }
}

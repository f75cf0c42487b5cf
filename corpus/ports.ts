/**
 * Interfaces to a corpus for the rest of Gloss. One store holds one corpus; adapters are in ./adapters.
 * Nothing here assumes a local file, a synchronous call or one process.
 */
import type { GateRecord } from './gate-record.ts'
import type { GraphReader, GraphWriter } from './graph-rows.ts'
import type { Page } from './page.ts'
import type { Paper, PaperState } from './paper.ts'
import type { QueryableCorpus } from './query.ts'
import type { Unit, UnitKind } from './unit.ts'

/** A vector of unit length, as its embedder made it. Stored as f16. */
export interface UnitVector {
  readonly unit: string
  readonly values: Float32Array
}

/** Everything the corpus has on one paper. It is stored and removed as a whole. */
export interface PaperRecord {
  readonly paper: Paper
  readonly pages: readonly Page[]
  readonly gate: GateRecord | null
  readonly units: readonly Unit[]
  /** One vector for each unit, by `embedder`; empty if the units are not embedded yet. */
  readonly vectors: readonly UnitVector[]
  readonly embedder: string | null
}

/** Filter of a list of papers; without it, the list has all of them. */
export interface PaperQuery {
  /** State to match: `kept`, `dropped`, `failed`, or a whole state such as `dropped:off_topic`. */
  readonly state?: string
  readonly limit?: number
  /** Id after which the list starts, in the order of ids. */
  readonly after?: string
}

/** A paper with what lists show about it. */
export interface ListedPaper {
  readonly paper: Paper
  readonly gate: GateRecord | null
  /** Number of the paper's units, without passages. */
  readonly units: number
}

/** Filter of a list of units and passages; without it, the list has all of them. */
export interface UnitQuery {
  readonly paper?: string
  readonly kind?: UnitKind
  readonly limit?: number
  /** Unit after which the list starts, in the order of papers' ids, units before passages, ordinals. If it is gone: `UNIT_NOT_FOUND`. */
  readonly after?: string
}

/**
 * A unit as an index needs it: with its paper's title and the `seq` at which it was added or its indexed form last changed.
 * A new title, year or vector removes a unit and adds it again; storing it again unchanged does neither.
 */
export interface IndexedUnit {
  readonly unit: Unit
  readonly title: string
  /** The paper's year, for filters. */
  readonly year: number | null
  /** The paper's language, ISO 639-3; null if it is not known. */
  readonly language: string | null
  readonly seq: number
  /** Null if the unit has no vector by the requested embedder. */
  readonly vector: Float32Array | null
}

/** Numbers of rows; `states` counts by state, `vectors` by embedder id. */
export interface CorpusCounts {
  readonly papers: number
  readonly states: Readonly<Record<PaperState, number>>
  readonly pages: number
  readonly units: number
  readonly passages: number
  readonly vectors: Readonly<Record<string, number>>
}

/** Read access to a corpus: papers, pages, gate records, units with their vectors, settings and cached model answers. */
export interface CorpusReader extends GraphReader {
  /** Returns the number of the last change; 0 for an empty corpus. */
  seq(): Promise<number>
  /** Returns the counts, which are maintained with each change, so this reads no other rows. */
  counts(): Promise<CorpusCounts>
  /** Returns a paper by its whole id; null for an unknown one. */
  paper(id: string): Promise<Paper | null>
  /** Returns papers in the order of `ids`, in one query; null for unknown ones. */
  papersOf(ids: readonly string[]): Promise<(Paper | null)[]>
  /** Returns the paper whose file has this path; null if there is none. */
  paperAt(path: string): Promise<Paper | null>
  /** Returns papers in the order of ids. */
  papers(query?: PaperQuery): Promise<Paper[]>
  /** Returns the same papers, each with its gate record and number of units, in one query. */
  listPapers(query?: PaperQuery): Promise<ListedPaper[]>
  /** Returns pages in the order of their numbers; none for an unknown paper. */
  pages(paper: string): Promise<Page[]>
  /** Returns a page by its number, from 1; null if the paper has no such page. */
  page(paper: string, number: number): Promise<Page | null>
  /** Returns what the gate decided; null for a paper that was never judged. */
  gate(paper: string): Promise<GateRecord | null>
  /** Returns units in the order of `ids`, in one query; null for unknown ones. */
  units(ids: readonly string[]): Promise<(Unit | null)[]>
  /** Returns units in the order of papers' ids, units before passages, and ordinals. Throws `UNIT_NOT_FOUND` if `after` is gone. */
  listUnits(query?: UnitQuery): Promise<Unit[]>
  /**
   * Yields units that were added after `seq`, oldest first, with their vectors by `embedder`. Safe to abandon half-way.
   * No unit is yielded twice, whatever is written meanwhile: changes made after the first one are left to the next call.
   */
  unitsSince(seq: number, embedder: string): AsyncIterable<IndexedUnit>
  /** Returns ids of units removed after `seq`. A unit may have been added again since: apply removals before additions. */
  removedSince(seq: number): Promise<string[]>
  /** Returns the value stored under this name; null if it was never set. */
  setting(name: string): Promise<string | null>
  /** Returns a cached model answer by the hash of its request; null if it is not cached. */
  call(hash: string): Promise<string | null>
  /** Returns the faults found in the corpus, a sentence each; none for a sound one. */
  verify(): Promise<string[]>
}

/** Only one writer per corpus at a time, across all processes. Each call is one transaction and raises `seq` by one. */
export interface CorpusWriter extends CorpusReader, GraphWriter {
  /**
   * Stores papers whole, replacing what was stored under their ids and moving their paths to them: a paper that
   * loses its last path is removed. Known paths of the same content are kept.
   */
  put(records: readonly PaperRecord[]): Promise<void>
  /** Adds paths to a known paper, in one transaction. Another paper's path moves, as in `put`; its own stays. Throws `PAPER_NOT_FOUND`. */
  addPath(paper: string, ...paths: readonly string[]): Promise<void>
  /** Removes papers with everything derived from them; returns how many were there. */
  remove(papers: readonly string[]): Promise<number>
  /** Forgets a path, and removes the paper if that was its last one. */
  removePath(path: string): Promise<void>
  /** Stores the gate record alone: `put` changes the paper's state and units. Throws `PAPER_NOT_FOUND`. */
  setGate(paper: string, gate: GateRecord, recipe?: string): Promise<void>
  /** Sets the id that the source gives the paper; units and decisions stay. Throws `PAPER_NOT_FOUND`. */
  setDocument(paper: string, document: string): Promise<void>
  /** Adds vectors by another embedder to known units; vectors of unknown units are skipped. */
  putVectors(embedder: string, vectors: readonly UnitVector[]): Promise<void>
  /** Replaces the value stored under this name. */
  setSetting(name: string, value: string): Promise<void>
  /** Caches a model answer. This is no change of the corpus: `seq` stays. */
  rememberCall(hash: string, answer: string): Promise<void>
}

/** Runs one statement with values for `$1`, `$2`, …; `corpus.` is replaced by the corpus's schema. */
export type CorpusQuery = <Row>(
  text: string,
  values?: readonly (string | number | boolean | null | Uint8Array | readonly string[] | readonly number[])[],
) => Promise<Row[]>

/** A PostgreSQL database with pgvector and pg_textsearch, for an index that is stored beside its corpus. */
export interface CorpusDatabase {
  readonly query: CorpusQuery
  /** Like `query`, for tables that are spread over several servers: each server searches with the settings of this connection. */
  readonly search: CorpusQuery
  /** Runs `work` in one transaction, rolled back if it throws; the reader sees what the transaction sees. */
  transaction<Result>(work: (query: CorpusQuery, reader: CorpusReader) => Promise<Result>): Promise<Result>
}

/** A corpus opened for reading, which can also be opened for writing. */
export interface CorpusStore extends CorpusReader {
  /** Absent if the store cannot search. */
  readonly database?: CorpusDatabase
  /** Absent if statements cannot be run in another process on the corpus's file. */
  readonly queries?: QueryableCorpus
  /**
   * Takes the writer's lock until disposed. `purpose` is shown to others meanwhile. Throws `CORPUS_BUSY` naming the owner. Holders of
   * a shared lock can write in turn, change by change, if the store supports that; in other stores a shared lock is exclusive too.
   */
  write(purpose: string, mode?: 'alone' | 'shared'): Promise<CorpusWriter & AsyncDisposable>
  close(): Promise<void>
}

/**
 * What the rest of Gloss may ask of a corpus. One store holds one corpus; adapters live in ./adapters.
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

/** Everything the corpus knows of one paper. It is stored and removed as a whole. */
export interface PaperRecord {
  readonly paper: Paper
  readonly pages: readonly Page[]
  readonly gate: GateRecord | null
  readonly units: readonly Unit[]
  /** One for each unit, by `embedder`; or none at all where the units are not embedded yet. */
  readonly vectors: readonly UnitVector[]
  readonly embedder: string | null
}

/** Which papers a list holds; all of them without it. */
export interface PaperQuery {
  /** `kept`, `dropped`, `failed`, or a whole state such as `dropped:off_topic`. */
  readonly state?: string
  readonly limit?: number
  /** Papers after this id, in the order of ids. */
  readonly after?: string
}

/** A paper with what lists show of it. */
export interface ListedPaper {
  readonly paper: Paper
  readonly gate: GateRecord | null
  /** Its units, without passages. */
  readonly units: number
}

/** Which units and passages a list holds; all of them without it. */
export interface UnitQuery {
  readonly paper?: string
  readonly kind?: UnitKind
  readonly limit?: number
  /** Units after this one, in the order of papers' ids, units before passages, and ordinals. `UNIT_NOT_FOUND` where it is gone. */
  readonly after?: string
}

/**
 * A unit as an index sees it: with the title in front of it and the `seq` at which it came or last looked different.
 * A new title, year or vector makes a unit go and come again; a unit that is put again as it was does neither.
 */
export interface IndexedUnit {
  readonly unit: Unit
  readonly title: string
  /** The paper's year, for filters. */
  readonly year: number | null
  /** The paper's, ISO 639-3; null where it is not known. */
  readonly language: string | null
  readonly seq: number
  /** Null where the unit is not embedded with the embedder asked for. */
  readonly vector: Float32Array | null
}

/** Numbers of rows; `states` and `vectors` by state and by embedder id. */
export interface CorpusCounts {
  readonly papers: number
  readonly states: Readonly<Record<PaperState, number>>
  readonly pages: number
  readonly units: number
  readonly passages: number
  readonly vectors: Readonly<Record<string, number>>
}

/** Reading a corpus: papers, pages, gate records, units with their vectors, settings and cached model answers. */
export interface CorpusReader extends GraphReader {
  /** Number of the last change; 0 for an empty corpus. */
  seq(): Promise<number>
  /** Kept as they change: asking counts nothing. */
  counts(): Promise<CorpusCounts>
  /** By its whole id; null for an unknown one. */
  paper(id: string): Promise<Paper | null>
  /** In the order of `ids`, in one query; null for those that are not there. */
  papersOf(ids: readonly string[]): Promise<(Paper | null)[]>
  /** The paper whose file has this path; null where none has. */
  paperAt(path: string): Promise<Paper | null>
  /** In the order of ids. */
  papers(query?: PaperQuery): Promise<Paper[]>
  /** The same, each with its gate record and number of units, in one query. */
  listPapers(query?: PaperQuery): Promise<ListedPaper[]>
  /** In the order of their numbers; empty for an unknown paper. */
  pages(paper: string): Promise<Page[]>
  /** By its number, from 1; null where the paper has no such page. */
  page(paper: string, number: number): Promise<Page | null>
  /** What the gate decided; null for a paper that was never judged. */
  gate(paper: string): Promise<GateRecord | null>
  /** In the order of `ids`, in one query; null for those that are not there. */
  units(ids: readonly string[]): Promise<(Unit | null)[]>
  /** In the order of papers' ids, units before passages, and ordinals. Throws `UNIT_NOT_FOUND` where `after` is gone. */
  listUnits(query?: UnitQuery): Promise<Unit[]>
  /**
   * Units that came after `seq`, oldest first, with their vectors by `embedder`. Safe to abandon half-way.
   * No unit comes twice, whatever is written meanwhile: what changes after the first one is left to the next call.
   */
  unitsSince(seq: number, embedder: string): AsyncIterable<IndexedUnit>
  /** Ids of units that went after `seq`. One may have come back since: apply removals before additions. */
  removedSince(seq: number): Promise<string[]>
  /** What the corpus keeps under this name; null for what was never set. */
  setting(name: string): Promise<string | null>
  /** A cached model answer by the hash of its request; null where none is kept. */
  call(hash: string): Promise<string | null>
  /** What is wrong with the corpus, a sentence each; empty for a sound one. */
  verify(): Promise<string[]>
}

/** Only one writer per corpus at a time, over all processes. Each call is one transaction and raises `seq` by one. */
export interface CorpusWriter extends CorpusReader, GraphWriter {
  /**
   * Stores papers whole, replacing what was known under their ids and moving their paths to them: a paper that
   * loses its last path is removed. Known paths of the same content are kept.
   */
  put(records: readonly PaperRecord[]): Promise<void>
  /** Adds paths to a known paper, all in one transaction. A path that another paper had moves, as in `put`; one it has is no change. Throws `PAPER_NOT_FOUND`. */
  addPath(paper: string, ...paths: readonly string[]): Promise<void>
  /** Removes papers with everything that came from them; returns how many were there. */
  remove(papers: readonly string[]): Promise<number>
  /** Forgets a path; the paper goes with its last one. */
  removePath(path: string): Promise<void>
  /** The record alone: the paper's state and units change by `put`. Throws `PAPER_NOT_FOUND`. */
  setGate(paper: string, gate: GateRecord, recipe?: string): Promise<void>
  /** The id that its source gives it; units and decisions stay. Throws `PAPER_NOT_FOUND`. */
  setDocument(paper: string, document: string): Promise<void>
  /** Adds vectors by another embedder to units that are there; vectors of others are left out. */
  putVectors(embedder: string, vectors: readonly UnitVector[]): Promise<void>
  /** Replaces the value kept under this name. */
  setSetting(name: string, value: string): Promise<void>
  /** A cache, no change of the corpus: `seq` stays. */
  rememberCall(hash: string, answer: string): Promise<void>
}

/** Runs one statement with values for `$1`, `$2`, …; `corpus.` stands for the corpus's schema. */
export type CorpusQuery = <Row>(
  text: string,
  values?: readonly (string | number | boolean | null | Uint8Array | readonly string[] | readonly number[])[],
) => Promise<Row[]>

/** A PostgreSQL database with pgvector and pg_textsearch, for an index that lies beside its corpus. */
export interface CorpusDatabase {
  readonly query: CorpusQuery
  /** As `query`, for tables that are spread over several servers: each searches with the settings of this one. */
  readonly search: CorpusQuery
  /** Runs `work` in one transaction, undone where it throws; the reader sees what the transaction sees. */
  transaction<Result>(work: (query: CorpusQuery, reader: CorpusReader) => Promise<Result>): Promise<Result>
}

/** A corpus opened for reading, that can be opened for writing. */
export interface CorpusStore extends CorpusReader {
  /** Absent where the store cannot search. */
  readonly database?: CorpusDatabase
  /** Absent where another process answers statements, from the corpus's file. */
  readonly queries?: QueryableCorpus
  /**
   * Takes the writer's lock until disposed. `purpose` is shown to others meanwhile. Throws `CORPUS_BUSY` naming the lock's owner. A shared lock
   * lets others that share it write as well, change by change, where the store can; elsewhere it is alone too.
   */
  write(purpose: string, mode?: 'alone' | 'shared'): Promise<CorpusWriter & AsyncDisposable>
  close(): Promise<void>
}

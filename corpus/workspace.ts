/** A workspace: which corpora there are, and where each keeps its files. It holds named corpora, each with its own settings. */
import { GlossError } from '../core/index.ts'
import type { PaperJobs } from './paper-jobs.ts'
import type { CorpusStore } from './ports.ts'
import type { UploadJobs } from './upload-jobs.ts'

const CORPUS_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/

export type StoredRow = Readonly<Record<string, string | number | Uint8Array | null>>

/** Some rows of one table of a corpus, as stored. */
export interface StoredRows {
  readonly table: string
  readonly rows: readonly StoredRow[]
}

/** A server shared by several processes, for data that belongs to no corpus. */
export interface SharedDatabase {
  /** Runs one statement on the tables of the schema `gloss`, with values for `$1`, `$2`, … */
  query<Row>(text: string, values?: readonly (string | number | null)[]): Promise<Row[]>
  /** Takes a lock that lasts at most as long as the connection, and returns its release; null if another process has it. */
  tryLock(name: string): Promise<(() => Promise<void>) | null>
  /** Returns whether any process has the lock. */
  isLocked(name: string): Promise<boolean>
}

/** State of a database server, as reported by itself. */
export interface ServerState {
  /** Address without user and password. */
  readonly shown: string
  readonly version: string
  /** Extensions that an index on the server needs. `version` is null if one is not created; `isOffered` tells whether it can be. */
  readonly extensions: readonly {
    readonly name: string
    readonly version: string | null
    readonly isOffered: boolean
  }[]
  /** Format of the list of corpora; 0 if there is none yet. */
  readonly format: number
  readonly newestFormat: number
}

/** Every call with a name throws `INPUT_INVALID` if the name is not valid for a corpus. */
export interface Workspace {
  /** Returns the names in alphabetical order. */
  listCorpora(): Promise<string[]>
  hasCorpus(name: string): Promise<boolean>
  /** Identifies the corpus behind a name: a different value means that the name was reused. Null if there is no such corpus. */
  identity(name: string): Promise<string | null>
  /** Returns whether the corpus is, or would be, a file on this machine. */
  isFile(name: string): boolean
  /** Throws `CORPUS_NOT_FOUND`, naming the existing corpora. */
  openCorpus(name: string): Promise<CorpusStore>
  /** Opens a corpus, and creates it if it is missing. */
  createCorpus(name: string): Promise<CorpusStore>
  /** Throws `CORPUS_NOT_FOUND`, and `CORPUS_BUSY` while it is written to. */
  deleteCorpus(name: string): Promise<void>
  /** Copies a corpus without its uploaded files. Throws `CORPUS_NOT_FOUND`, and `INPUT_INVALID` if the name is taken. */
  copyCorpus(name: string, copy: string): Promise<void>
  /** Yields all rows of a corpus, for `importRows` of another workspace. Throws `CORPUS_NOT_FOUND`; the caller holds the writer's lock. */
  exportRows(name: string): AsyncIterable<StoredRows>
  /** Creates a corpus from rows, whole or not at all. Throws `INPUT_INVALID` if the name is taken, `CORPUS_BUSY` if it is in creation. */
  importRows(name: string, rows: AsyncIterable<StoredRows>): Promise<void>
  /** Returns the path of the corpus's SQLite file. Throws `INPUT_INVALID` for a corpus that is not a file. */
  corpusPath(name: string): string
  /** Returns the folder of the corpus's indexes: caches, safe to delete. */
  artefactsPath(name: string): string
  /** Returns the folder of the word vectors that were tuned to the corpus: not caches. */
  tablesPath(name: string): string
  /** Returns the folder of the files that were uploaded to the corpus. Absolute, as the paths of papers are. */
  filesPath(name: string): string
  /** Papers that wait to be read, if several processes can read them. */
  readonly paperJobs?: PaperJobs
  /** Uploads that wait to be read, if several processes can read them. */
  readonly uploadJobs?: UploadJobs
  /** Absent if corpora are files. */
  readonly shared?: SharedDatabase
  /** Reads the state of the server without changing it; absent for files. Throws `STORE_UNREACHABLE` and `STORE_TOO_NEW`. */
  serverState?(): Promise<ServerState>
  /** Closes the connections. The corpora must be closed first. */
  close(): Promise<void>
}

/** Returns the name itself, which becomes the name of a folder, or throws `INPUT_INVALID`. */
export function corpusName(name: string): string {
  if (CORPUS_NAME.test(name)) return name
  const rule = 'up to 64 characters of a-z, 0-9, - and _, beginning with a letter or a digit'
  throw new GlossError('INPUT_INVALID', `"${name}" is not a valid corpus name: use ${rule}.`, {
    field: 'corpus',
  })
}

export function nameTaken(name: string): GlossError {
  return new GlossError('INPUT_INVALID', `The corpus ${name} already exists.`, { corpus: name })
}

export function corpusNotFound(name: string, existing: readonly string[]): GlossError {
  const others = existing.length === 0 ? 'no corpus exists yet' : `available: ${existing.join(', ')}`
  return new GlossError('CORPUS_NOT_FOUND', `There is no corpus ${name}; ${others}.`, { corpus: name })
}

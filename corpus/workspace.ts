/** Which corpora are there, and where does each keep its files? A workspace holds named corpora with settings of their own. */
import { GlossError } from '../core/index.ts'
import type { PaperJobs } from './paper-jobs.ts'
import type { CorpusStore } from './ports.ts'
import type { UploadJobs } from './upload-jobs.ts'

const CORPUS_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/

export type StoredRow = Readonly<Record<string, string | number | Uint8Array | null>>

/** Some rows of one table of a corpus, as they are stored. */
export interface StoredRows {
  readonly table: string
  readonly rows: readonly StoredRow[]
}

/** A server that several processes share, for what is of no corpus. */
export interface SharedDatabase {
  /** Runs one statement on the tables of the schema `gloss`, with values for `$1`, `$2`, … */
  query<Row>(text: string, values?: readonly (string | number | null)[]): Promise<Row[]>
  /** Takes a lock that ends with the connection, and returns how to release it; null where another process has it. */
  tryLock(name: string): Promise<(() => Promise<void>) | null>
  /** Whether any process has the lock. */
  isLocked(name: string): Promise<boolean>
}

/** What a database server says of itself. */
export interface ServerState {
  /** The address without user and password. */
  readonly shown: string
  readonly version: string
  /** Those that an index on the server needs: null where one is not made; `isOffered` where it could be. */
  readonly extensions: readonly {
    readonly name: string
    readonly version: string | null
    readonly isOffered: boolean
  }[]
  /** Of the list of corpora; 0 where there is none yet. */
  readonly format: number
  readonly newestFormat: number
}

/** Every call with a name throws `INPUT_INVALID` where the name cannot be a corpus's. */
export interface Workspace {
  /** Names in alphabetical order. */
  listCorpora(): Promise<string[]>
  hasCorpus(name: string): Promise<boolean>
  /** Another value than before means another corpus under the same name; null where there is none. */
  identity(name: string): Promise<string | null>
  /** Whether the corpus is, or would be, a file of this machine. */
  isFile(name: string): boolean
  /** Throws `CORPUS_NOT_FOUND`, naming those that are there. */
  openCorpus(name: string): Promise<CorpusStore>
  /** Opens a corpus, and makes it where it is missing. */
  createCorpus(name: string): Promise<CorpusStore>
  /** Throws `CORPUS_NOT_FOUND`, and `CORPUS_BUSY` while it is written to. */
  deleteCorpus(name: string): Promise<void>
  /** Another corpus with all that this one has, its uploaded files apart. Throws `CORPUS_NOT_FOUND`, and `INPUT_INVALID` where the name is taken. */
  copyCorpus(name: string, copy: string): Promise<void>
  /** All rows of a corpus, for `importRows` of another workspace. Throws `CORPUS_NOT_FOUND`; the caller holds the writer's lock. */
  exportRows(name: string): AsyncIterable<StoredRows>
  /** Makes a corpus of rows, whole or not at all. Throws `INPUT_INVALID` where the name is taken, `CORPUS_BUSY` while another process makes it. */
  importRows(name: string, rows: AsyncIterable<StoredRows>): Promise<void>
  /** The corpus's SQLite file. Throws `INPUT_INVALID` for a corpus that is no file. */
  corpusPath(name: string): string
  /** Folder of the corpus's indexes: caches, safe to delete. */
  artefactsPath(name: string): string
  /** Folder of the tables of word vectors that learned the corpus: not caches. */
  tablesPath(name: string): string
  /** Folder of the files that were uploaded to the corpus. Absolute, as the paths of papers are. */
  filesPath(name: string): string
  /** Papers that wait to be read, where several processes can read them. */
  readonly paperJobs?: PaperJobs
  /** Uploads that wait to be read, where several processes can read them. */
  readonly uploadJobs?: UploadJobs
  /** Absent where corpora are files. */
  readonly shared?: SharedDatabase
  /** Changes nothing. Absent for files. Throws `STORE_UNREACHABLE` and `STORE_TOO_NEW`. */
  serverState?(): Promise<ServerState>
  /** Ends its connections. The corpora must be closed. */
  close(): Promise<void>
}

/** Returns the name itself; it becomes a folder's name, so nothing else passes. */
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

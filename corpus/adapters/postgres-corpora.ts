/** The corpora on a PostgreSQL server. Each has a number in the list of corpora, and its own schema. */
import { openedOnce } from '../../core/index.ts'
import type { FileStore } from '../file-store.ts'
import type { PaperJobs } from '../paper-jobs.ts'
import type { CorpusStore } from '../ports.ts'
import type { UploadJobs } from '../upload-jobs.ts'
import { corpusName, corpusNotFound, nameTaken, type SharedDatabase, type StoredRows } from '../workspace.ts'
import { CORPUS_TABLES } from './corpus-table-names.ts'
import { postgresRows, writePostgresRows } from './move-rows.ts'
import type { PostgresServer } from './postgres-connection.ts'
import { lockPostgresCorpus, openPostgresCorpus } from './postgres-corpus-store.ts'
import { missingExtensions } from './postgres-extensions.ts'
import { openPaperFiles } from './postgres-files.ts'
import { forgetPapersOf, openPostgresPaperJobs } from './postgres-paper-jobs.ts'
import {
  createCorpusSchema,
  dropCorpus,
  inCorpus,
  migrateCatalogue,
  migrateCorpus,
  restartRowNumbers,
  schemaOfCorpus,
} from './postgres-schema.ts'
import { sharedDatabase } from './postgres-shared.ts'
import { endUploadsOf, openPostgresUploadJobs } from './postgres-upload-jobs.ts'

/** Every call with a name throws `INPUT_INVALID` if the name is not valid for a corpus. */
export interface PostgresCorpora {
  /** Returns missing extensions that an index on the server needs, after creating those that the server permits. */
  missingExtensions(): Promise<string[]>
  list(): Promise<string[]>
  /** Returns the corpus's number; null if no corpus has the name. A later corpus of the same name has another number. */
  number(name: string): Promise<number | null>
  /** Throws `CORPUS_NOT_FOUND`, naming the existing corpora. */
  open(name: string): Promise<CorpusStore>
  /** Opens a corpus, and creates it if it is missing. */
  create(name: string): Promise<CorpusStore>
  /** Throws `CORPUS_NOT_FOUND`, and `CORPUS_BUSY` while it is written to. */
  delete(name: string): Promise<void>
  /** Throws `CORPUS_NOT_FOUND`, and `INPUT_INVALID` if the name is taken. */
  copy(name: string, copy: string): Promise<void>
  readonly paperJobs: PaperJobs
  readonly uploadJobs: UploadJobs
  readonly shared: SharedDatabase
  exportRows(name: string): AsyncIterable<StoredRows>
  importRows(name: string, rows: AsyncIterable<StoredRows>): Promise<void>
  close(): Promise<void>
}

interface ListedCorpus {
  readonly id: number
  readonly version: number
}

/** Returns the server with the tables of the schema `gloss`: missing ones are created before the first statement. */
function withCatalogue(server: PostgresServer): PostgresServer {
  // Retried after a failure, because the server may not be running yet.
  const prepared = openedOnce(() => migrateCatalogue(server))
  return {
    ...server,
    query: (text, values) => prepared().then(() => server.query(text, values)),
    session: () => prepared().then(server.session),
  }
}

/** Opens the corpora. `fileStore` has the files of papers; if null, they are in the database. */
export function openPostgresCorpora(
  bare: PostgresServer,
  fileStore: FileStore | null = null,
): PostgresCorpora {
  const server = withCatalogue(bare)
  const files = openPaperFiles(server.shown, fileStore)

  async function list(): Promise<string[]> {
    const rows = await server.query<{ name: string }>(
      'SELECT name FROM gloss.corpus WHERE is_whole ORDER BY name',
    )
    return rows.map(({ name }) => name)
  }

  async function found(name: string): Promise<ListedCorpus | null> {
    const [row] = await server.query<ListedCorpus>(
      'SELECT id, version FROM gloss.corpus WHERE name = $1 AND is_whole',
      [corpusName(name)],
    )
    return row ?? null
  }

  async function existing(name: string): Promise<ListedCorpus> {
    const corpus = await found(name)
    if (corpus !== null) return corpus
    throw corpusNotFound(name, await list())
  }

  async function open(name: string): Promise<CorpusStore> {
    const { id, version } = await existing(name)
    await migrateCorpus(server, id, version)
    return openPostgresCorpus(bare, id, { isSearchable: (await missingExtensions(server)).length === 0 })
  }

  return {
    paperJobs: openPostgresPaperJobs(server, files),
    uploadJobs: openPostgresUploadJobs(server),
    shared: sharedDatabase(server),
    missingExtensions: () => missingExtensions(server),
    list,
    number: async (name) => (await found(name))?.id ?? null,
    open,
    async create(name) {
      if ((await found(name)) === null) await createCorpusSchema(server, name, true)
      return await open(name)
    },
    async delete(name) {
      const { id } = await existing(name)
      using session = await lockPostgresCorpus(server, id, 'deletion')
      await session.transaction(async (query) => {
        await endUploadsOf(query, name)
        await forgetPapersOf(query, files, name)
        await dropCorpus(query, id)
      })
      await files.removeUnnamed(session, 'The corpus is deleted, but not all its files')
    },
    async copy(name, copy) {
      const { id } = await existing(name)
      await migrateCorpus(server, id, (await existing(name)).version)
      const made = await createCorpusSchema(server, corpusName(copy), false)
      if (made === null) throw nameTaken(copy)
      await copyRows(server, id, made)
    },
    async *exportRows(name) {
      const { id } = await existing(name)
      yield* postgresRows(inCorpus(server.query, id))
    },
    importRows: async (name, rows) => await makeOfRows(server, corpusName(name), rows),
    close: server.close,
  }
}

/** Creates a corpus from rows. The creator holds the corpus's lock, so an incomplete corpus whose lock is free was abandoned. */
async function makeOfRows(
  server: PostgresServer,
  name: string,
  rows: AsyncIterable<StoredRows>,
): Promise<void> {
  const [left] = await server.query<{ id: number }>(
    'SELECT id FROM gloss.corpus WHERE name = $1 AND NOT is_whole',
    [name],
  )
  if (left !== undefined) {
    using session = await lockPostgresCorpus(server, left.id, 'removal of an interrupted move')
    await session.transaction((query) => dropCorpus(query, left.id))
  }
  const id = await createCorpusSchema(server, name, false)
  if (id === null) throw nameTaken(name)
  using session = await lockPostgresCorpus(server, id, 'move')
  try {
    await session.transaction(async (query) => {
      await writePostgresRows(inCorpus(query, id), rows)
      await restartRowNumbers(query, id)
      await query('UPDATE gloss.corpus SET is_whole = true WHERE id = $1', [id])
    })
  } catch (error) {
    await dropCorpus(server.query, id).catch(() => undefined)
    throw error
  }
}

/** Copies all rows of one corpus into an empty one and marks that as whole, in one transaction. If that fails, the new one is dropped. */
async function copyRows(server: PostgresServer, from: number, to: number): Promise<void> {
  const [source, target] = [schemaOfCorpus(from), schemaOfCorpus(to)]
  using session = await server.session()
  try {
    await session.transaction(async (query) => {
      await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
      for (const table of CORPUS_TABLES)
        await query(`INSERT INTO ${target}.${table} SELECT * FROM ${source}.${table}`)
      await query(
        `UPDATE ${target}.meta SET (seq, inverse, last_row) = (SELECT seq, inverse, last_row FROM ${source}.meta)`,
      )
      await restartRowNumbers(query, to)
      await query('UPDATE gloss.corpus SET is_whole = true WHERE id = $1', [to])
    })
  } catch (error) {
    await dropCorpus(session.query, to).catch(() => undefined)
    throw error
  }
}

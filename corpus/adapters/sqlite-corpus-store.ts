/**
 * A corpus in one SQLite file (WAL), the source of truth: every index is a cache of it. A write survives the death of the process
 * at any moment; a power cut may lose the last writes, but the file stays sound (`synchronous = NORMAL`).
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { closing, GlossError, makePrivateFile, makePrivateFolder } from '../../core/index.ts'
import type { CorpusStore, CorpusWriter } from '../ports.ts'
import { copyBeforeMigration, KEPT_DAYS, removeCopy, removeOldCopies } from './copy-before-migration.ts'
import type { FileLock } from './file-lock.ts'
import { lockCorpus } from './lock-corpus.ts'
import { copyToRead, isOnReadOnlyDisk } from './readable-copy.ts'
import { storeCalls, withNamedFailures } from './sqlite-failure.ts'
import { createSqliteReader } from './sqlite-reader.ts'
import { createSchema, MIGRATIONS, migrate, migrationsLacking } from './sqlite-schema.ts'
import { prepareStatements, sqliteStatements } from './sqlite-statements.ts'

/** How long a statement waits for another connection's short lock, such as a checkpoint. Chosen, not measured. */
const BUSY_TIMEOUT_MS = 5_000
/** Page cache. Writes to an index of names are spread all over it, for which SQLite's 2 MB are too few. Allocated as needed. */
const CACHE_KIB = 65_536
/** Page cache for rows of papers, which are written in order, so a small one does as well; mentions are spread over their index. */
const IN_ORDER_CACHE_KIB = 8_192

interface SqliteCorpusOptions {
  /** Creates a missing file and its folder, instead of throwing `CORPUS_NOT_FOUND`. An existing file is never replaced. */
  readonly create: boolean
  /** Gets a sentence about anything done to the file beyond opening it. */
  readonly onNotice?: ((message: string) => void) | undefined
}

/**
 * Opens a corpus. A corpus of an older format is migrated, and a copy of it is kept (copy-before-migration.ts); one on a read-only disk is
 * read from a copy (readable-copy.ts). Throws `CORPUS_NOT_FOUND`, `STORE_TOO_NEW`, `STORE_DAMAGED`, `STORE_UNWRITABLE`.
 */
export function openSqliteCorpus(path: string, { create, onNotice }: SqliteCorpusOptions): CorpusStore {
  if (!create && !existsSync(path))
    throw new GlossError('CORPUS_NOT_FOUND', `There is no corpus at ${path}.`, { path })
  if (!existsSync(path)) createFile(path)
  const copy = isOnReadOnlyDisk(path) ? withNamedFailures(path, () => copyToRead(path)) : null
  const database = open(copy?.path ?? path)
  const close = () => {
    database.close()
    copy?.remove()
  }
  try {
    if (withNamedFailures(path, () => migrationsLacking(database, path)) > 0)
      migrateLocked(database, copy?.path ?? path, copy === null ? onNotice : undefined)
    withNamedFailures(path, () => setUp(database))
    const reader = withNamedFailures(path, () => createSqliteReader(database, path))
    return { ...reader, write: (purpose) => openWriter(path, purpose), close: async () => close() }
  } catch (error) {
    close()
    throw error
  }
}

async function openWriter(path: string, purpose: string): Promise<CorpusWriter & AsyncDisposable> {
  const lock = lockCorpus(path, purpose)
  try {
    removeOldCopies(path)
    return await createWriter(path, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Writes to a temporary name and renames, so that a kill leaves a complete corpus or none, and an empty file means that data was lost. */
function createFile(path: string): void {
  withNamedFailures(path, () => {
    makePrivateFolder(dirname(path))
    using _ = lockCorpus(path, 'creation', BUSY_TIMEOUT_MS)
    if (existsSync(path)) return
    const making = `${path}.making`
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${making}${ending}`, { force: true })
    makePrivateFile(making)
    {
      using database = closing(new Database(making))
      createSchema(database)
    }
    renameSync(making, path)
  })
}

/** Opens the file without any change, because it may not be a corpus. */
function open(path: string): Database.Database {
  return withNamedFailures(path, () => new Database(path, { timeout: BUSY_TIMEOUT_MS, fileMustExist: true }))
}

function setUp(database: Database.Database): void {
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.pragma('foreign_keys = ON')
  database.pragma(`cache_size = -${CACHE_KIB}`)
}

function connect(path: string): Database.Database {
  const database = open(path)
  try {
    withNamedFailures(path, () => setUp(database))
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function migrateLocked(
  database: Database.Database,
  path: string,
  onNotice: SqliteCorpusOptions['onNotice'],
): void {
  withNamedFailures(path, () => {
    using _ = lockCorpus(path, 'migration', BUSY_TIMEOUT_MS)
    const lacking = migrationsLacking(database, path)
    if (lacking === 0) return
    const from = MIGRATIONS.length - lacking
    const kept = copyBeforeMigration(path, from)
    try {
      migrate(database, path)
    } catch (error) {
      // A failed migration leaves the file as it was.
      removeCopy(kept)
      throw error
    }
    onNotice?.(
      `updated ${path} from format ${from} to ${MIGRATIONS.length}; the old file is kept for ${KEPT_DAYS} days: ${kept}`,
    )
  })
}

/** Creates a writer. The code that changes a corpus is loaded with the first one. */
async function createWriter(path: string, lock: FileLock): Promise<CorpusWriter & AsyncDisposable> {
  const [{ inTurns }, { createStoredWriter }] = await Promise.all([
    import('./long-transaction.ts'),
    import('./stored-writer.ts'),
  ])
  const database = connect(path)
  const prepared = prepareStatements(database)
  return createStoredWriter(createSqliteReader(database, path, prepared), {
    statements: sqliteStatements(prepared),
    transaction: (work, isInOrder = false) =>
      inTurns(
        database,
        (step) => work(sqliteStatements(prepared, step)),
        isInOrder ? IN_ORDER_CACHE_KIB : undefined,
      ),
    call: storeCalls(path),
    release() {
      database.close()
      lock.release()
    },
  })
}

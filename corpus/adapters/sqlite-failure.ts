/** Maps failures of SQLite to named errors: damage, lack of space and lack of permission; all others are bugs. */
import { GlossError } from '../../core/index.ts'

/** Damage found by SQLite, and by zlib in a stored blob. */
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)|^Z_/
/** The statements fit the schema; if they do not, the schema was damaged, or the number of migrations that created it. */
const OTHER_SCHEMA =
  /^(no such (table|column|index)|table .* already exists|duplicate column|table .* has \d+ columns)/
const UNWRITABLE =
  /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|PERM|NOLFS)|^(ENOSPC|EDQUOT|EACCES|EPERM|EROFS|EEXIST|ENOTDIR)$/

/** Message of better-sqlite3 for a closed file: a corpus may be deleted while a query on it is running. */
const CLOSED = 'The database connection is not open'

export type StoreCall = <T>(action: () => T | Promise<T>) => Promise<T>

/** Returns a function that runs work on the store as a promise and converts failures to named errors. */
export function storeCalls(path: string): StoreCall {
  return async (action) => {
    try {
      return await action()
    } catch (error) {
      throw storeFailure(path, error)
    }
  }
}

export function withNamedFailures<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw storeFailure(path, error)
  }
}

function storeFailure(path: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.message === CLOSED)
    return new GlossError(
      'CORPUS_NOT_FOUND',
      'The corpus was closed while it was read: it may have been deleted.',
      {},
      error,
    )
  const code = 'code' in error ? String(error.code) : ''
  const isOtherSchema = code === 'SQLITE_ERROR' && OTHER_SCHEMA.test(error.message)
  if (DAMAGED.test(code) || isOtherSchema || error instanceof SyntaxError) return damaged(path, error)
  if (UNWRITABLE.test(code))
    return new GlossError('STORE_UNWRITABLE', `${path} cannot be written: ${error.message}.`, { path }, error)
  if (code.startsWith('SQLITE_BUSY'))
    return new GlossError('CORPUS_BUSY', `Another program has locked ${path}.`, { path }, error)
  return error
}

function damaged(path: string, cause: Error): GlossError {
  return new GlossError('STORE_DAMAGED', `${path} is not a valid corpus: ${cause.message}.`, { path }, cause)
}

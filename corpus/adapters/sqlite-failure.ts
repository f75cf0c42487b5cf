/** What does a failure inside SQLite mean to a caller? Damage, no room or no permission have codes; the rest are bugs. */
import { SqliteError } from 'better-sqlite3'
import { GlossError } from '../../core/index.ts'

const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/
const UNWRITABLE = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|PERM|NOLFS)/

export type StoreCall = <T>(action: () => T) => Promise<T>

/** Runs the store's synchronous work as a promise, with its failures named. */
export function storeCalls(path: string): StoreCall {
  return async (action) => named(path, action)
}

export function named<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw storeFailure(path, error)
  }
}

function storeFailure(path: string, error: unknown): unknown {
  if (error instanceof SyntaxError || isInflateError(error)) return damaged(path, error)
  if (!(error instanceof SqliteError)) return error
  if (DAMAGED.test(error.code)) return damaged(path, error)
  if (error.code.startsWith('SQLITE_BUSY'))
    return new GlossError('CORPUS_BUSY', `Another program holds ${path} locked.`, { path }, error)
  if (!UNWRITABLE.test(error.code)) return error
  return new GlossError('STORE_UNWRITABLE', `${path} cannot be written: ${error.message}.`, { path }, error)
}

export function damaged(path: string, cause: unknown): GlossError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new GlossError('STORE_DAMAGED', `${path} is not a sound corpus: ${reason}.`, { path }, cause)
}

function isInflateError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

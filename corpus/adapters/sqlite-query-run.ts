/** Runs one statement on one read-only connection: checks it, and cuts the result to its limits. Synchronous; called in a child process. */
import Database from 'better-sqlite3'
import type { QueryColumn, QueryOutcome, QueryValue } from '../query.ts'
import { refusalOfProgram } from './sqlite-query-program.ts'
import { MAX_ANSWER_CHARACTERS, refusalOfText } from './sqlite-query-text.ts'
import { createQueryViews } from './sqlite-query-views.ts'

// How long to wait for another connection's short lock, as in the store.
const BUSY_TIMEOUT_MS = 5_000

/** Opens an existing file. Nothing can be written through the connection, not even temporary tables. */
export function openQueryConnection(path: string): Database.Database {
  const database = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  try {
    // A sort larger than memory must not fill the disk. This comes first, because it drops temporary views.
    database.pragma('temp_store = MEMORY')
    createQueryViews(database)
    database.pragma('trusted_schema = OFF')
    database.pragma('query_only = ON')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

export function runQuery(database: Database.Database, sql: string, mostRows: number): QueryOutcome {
  const refusal = refusalOfText(sql)
  if (refusal !== null) return { kind: 'refused', message: refusal }
  try {
    // Runs in one transaction, so that the schema that was checked is the one that is read.
    return database.transaction(() => checkedRun(database, sql, mostRows))()
  } catch (error) {
    if (isAboutStatement(error)) return { kind: 'failed', message: `${error.message}.` }
    throw error
  }
}

function checkedRun(database: Database.Database, sql: string, mostRows: number): QueryOutcome {
  const statement = database.prepare<[], QueryValue[]>(sql)
  if (!statement.reader || !statement.readonly)
    return { kind: 'refused', message: 'Only a statement that reads is allowed.' }
  const refusal = refusalOfProgram(database, sql)
  if (refusal !== null) return { kind: 'refused', message: refusal }
  const columns = statement.columns().map(columnOf)
  const rows: QueryValue[][] = []
  let left = MAX_ANSWER_CHARACTERS
  for (const row of statement.raw().iterate()) {
    for (const value of row) left -= typeof value === 'string' ? value.length : 0
    if (rows.length === mostRows || left < 0) return { kind: 'rows', columns, rows, isTruncated: true }
    rows.push(row.map(plain))
  }
  return { kind: 'rows', columns, rows, isTruncated: false }
}

/** SQLite reports which stored column a result comes from, through views and under any name. */
function columnOf({ name, table, column }: Database.ColumnDefinition): QueryColumn {
  const origin = table === null ? name : `${table}.${column}`
  if (origin === 'unit.id' || origin === 'unit_id') return { name, holds: 'unit' }
  const isPaper = origin === 'paper.id' || origin === 'unit.paper' || origin === 'paper_id'
  return { name, holds: isPaper ? 'paper' : null }
}

/** Drops blobs: the views have none, but a cast can make one. */
function plain(value: unknown): QueryValue {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** Returns whether SQLite found the fault in the text, or a function in its arguments; other codes are about the file. */
function isAboutStatement(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^SQLITE_(ERROR|TOOBIG|MISMATCH|RANGE|NOMEM|READONLY|AUTH)/.test(code) || !code.startsWith('SQLITE_')
}

/** One statement on one read-only connection: checked, run, cut to its limits. Synchronous; a child process calls it. */
import Database from 'better-sqlite3'
import type { QueryColumn, QueryOutcome, QueryValue } from '../query.ts'
import { refusalOfText } from './sqlite-query-text.ts'
import { createQueryViews, READABLE_TABLES } from './sqlite-query-views.ts'

// As in the store: how long another connection's short lock is waited for.
const BUSY_TIMEOUT_MS = 5_000
/** Of all values of an answer together. Chosen, not measured: 1000 units of 2000 characters. */
const MOST_CHARACTERS = 2_000_000

/** The file must be there. Nothing can be written through the connection, temporary tables included. */
export function openQueryConnection(path: string): Database.Database {
  const database = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  try {
    // A sort larger than memory must not fill the disk. First, for it drops temporary views.
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
    // One transaction, so that the schema that was checked is the schema that is read.
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
  let left = MOST_CHARACTERS
  for (const row of statement.raw().iterate()) {
    for (const value of row) left -= typeof value === 'string' ? value.length : 0
    if (rows.length === mostRows || left < 0) return { kind: 'rows', columns, rows, isTruncated: true }
    rows.push(row.map(plain))
  }
  return { kind: 'rows', columns, rows, isTruncated: false }
}

/** SQLite says which stored column a result comes from, through views and under any name. */
function columnOf({ name, table, column }: Database.ColumnDefinition): QueryColumn {
  const origin = table === null ? name : `${table}.${column}`
  if (origin === 'unit.id' || origin === 'unit_id') return { name, holds: 'unit' }
  const isPaper = origin === 'paper.id' || origin === 'unit.paper' || origin === 'paper_id'
  return { name, holds: isPaper ? 'paper' : null }
}

/** The views hold no blobs, but a cast makes one. */
function plain(value: unknown): QueryValue {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** What SQLite finds wrong in the text, and what a function says of its arguments; other codes are about the file. */
function isAboutStatement(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^SQLITE_(ERROR|TOOBIG|MISMATCH|RANGE|NOMEM|READONLY|AUTH)/.test(code) || !code.startsWith('SQLITE_')
}

/**
 * What would this statement read and call? Answered by SQLite itself: EXPLAIN lists the program it has compiled, so no other
 * parser's idea of the text is trusted. Whatever is opened must be one of the readable tables, whatever is called a listed function.
 * Source: sqlite.org/opcode.html. A test holds the list against the SQLite that is installed, for the format may change.
 */

interface Step {
  readonly opcode: string
  readonly p2: number
  readonly p3: number
  readonly p4: string | null
}

/** Opens p2, the root page of a table or index, of database p3; 0 is `main`. */
const OPENS = new Set(['OpenRead', 'ReopenIdx'])
/** p4 is `name(arguments)`. */
const CALLS = /^(Function|PureFunc|AggStep|AggStep1|AggInverse|AggValue|AggFinal)$/
/** Virtual tables, table functions among them. What writes is no matter here: SQLite calls such a statement not readonly. */
const VIRTUAL = /^V[A-Z]/

const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'count sum total avg min max group_concat string_agg median ' +
    'row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value ' +
    'abs round sign floor ceil ceiling trunc sqrt pow power exp ln log log2 log10 mod ' +
    'lower upper length substr substring trim ltrim rtrim replace instr like glob concat concat_ws unicode char ' +
    'coalesce ifnull nullif iif if typeof likely unlikely date strftime ' +
    'has_words'
  ).split(' '),
)

/** Returns a sentence about what is not allowed; null where all is. The statement must compile. Call within the transaction that runs it. */
function refusalOfProgram(database: Database.Database, sql: string): string | null {
  const pages = readablePages(database)
  const program = database.prepare<[], Step>(`EXPLAIN ${sql}`).all()
  for (const { opcode, p2, p3, p4 } of program) {
    if (VIRTUAL.test(opcode)) return 'Only the views may be read, no table functions.'
    if (OPENS.has(opcode) && !(p3 === 0 && pages.has(p2)))
      return 'The statement reads a table that is not one of the views.'
    const called = CALLS.test(opcode) ? (p4 ?? '').split('(')[0]! : null
    if (called !== null && !FUNCTIONS.has(called.toLowerCase()))
      return `The function ${called} is not allowed; allowed are ${[...FUNCTIONS].join(', ')}.`
  }
  return null
}

function readablePages(database: Database.Database): ReadonlySet<number> {
  const places = READABLE_TABLES.map(() => '?').join(', ')
  return new Set(
    database
      .prepare<string[], number>(`SELECT rootpage FROM main.sqlite_schema WHERE tbl_name IN (${places})`)
      .pluck()
      .all(...READABLE_TABLES),
  )
}

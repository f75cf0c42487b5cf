/** Stores runs and their journals in one SQLite file. */
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { GlossError, makePrivateFile, makePrivateFolder } from '../../core/index.ts'
import type { RunStore } from '../run-store.ts'
import type { RunDatabase, RunValue } from './run-database.ts'
import { RUN_TABLES, runDigest } from './run-digests.ts'
import { createRunStore } from './run-store.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS run (
    id TEXT PRIMARY KEY, started_at TEXT NOT NULL, status TEXT NOT NULL, plan TEXT NOT NULL, outcome TEXT,
    conditions TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS journal (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL REFERENCES run (id), key TEXT NOT NULL,
    asked_hash TEXT NOT NULL, value TEXT NOT NULL, failure TEXT, calls TEXT NOT NULL, UNIQUE (run, key)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS asked (
    hash TEXT PRIMARY KEY, base TEXT REFERENCES asked (hash), shared INTEGER NOT NULL, rest TEXT NOT NULL
  ) STRICT;
`
/** SQLite's name for a database without a file. */
const IN_MEMORY = ':memory:'

/** Opens the store. Throws `STORE_DAMAGED` for a file without the tables of runs, at opening or at a later query. */
export function openSqliteRunStore(file: string): RunStore {
  return createRunStore(named(file, () => openRuns(file)))
}

function openRuns(file: string): RunDatabase {
  if (file !== IN_MEMORY) {
    makePrivateFolder(dirname(file))
    makePrivateFile(file)
  }
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  // A killed process loses nothing either way; FULL also protects against a loss of power, as stored answers were paid for.
  database.pragma('synchronous = FULL')
  database.pragma('busy_timeout = 10000')
  database.transaction(() => prepareTables(database)).immediate()
  const prepared = new Map<string, Database.Statement<[Record<string, RunValue>]>>()

  function run(text: string, values: readonly RunValue[]): unknown[] {
    const statement = prepared.get(text) ?? database.prepare(text.replaceAll('runs.', 'main.'))
    prepared.set(text, statement)
    const named = Object.fromEntries(values.map((value, at) => [at + 1, value]))
    if (statement.reader) return statement.all(named)
    statement.run(named)
    return []
  }

  return {
    async query<Row>(text: string, values: readonly RunValue[] = []) {
      return named(file, () => run(text, values)) as Row[]
    },
    async close() {
      database.close()
    },
  }
}

/** Names the file in errors. A full disk and missing permissions keep SQLite's codes, which are reported as disk failures. */
function named<Value>(file: string, action: () => Value): Value {
  try {
    return action()
  } catch (error) {
    const isDamage =
      error instanceof Database.SqliteError &&
      (/^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code) ||
        /^no such (?:table|column)|has no column/.test(error.message))
    if (!isDamage) throw error
    throw new GlossError(
      'STORE_DAMAGED',
      `${file} is not a valid file of runs: ${error.message}.`,
      { file },
      error,
    )
  }
}

/** Creates tables, and adds the columns of conditions and digests to older files, whose earlier damage cannot be detected. */
function prepareTables(database: Database.Database): void {
  database.exec(SCHEMA)
  database.function('run_digest', { varargs: true, deterministic: true }, (...values: RunValue[]) =>
    runDigest(...values),
  )
  addColumn(database, 'run', 'conditions')
  for (const [table, columns] of Object.entries(RUN_TABLES))
    if (addColumn(database, table, 'digest'))
      database.exec(`UPDATE ${table} SET digest = run_digest(${columns.join(', ')})`)
}

/** Adds a column if it is missing; returns whether it was. */
function addColumn(database: Database.Database, table: string, column: string): boolean {
  const known = database.pragma(`table_info(${table})`) as readonly { readonly name: string }[]
  if (known.some(({ name }) => name === column)) return false
  database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} TEXT`)
  return true
}

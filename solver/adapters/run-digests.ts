/** Is a row of a run what was stored? Each carries a digest of its columns, compared whenever it is read: it shows damage, not forgery. */
import type { Database } from 'better-sqlite3'
import { GlossError, tupleId } from '../../core/index.ts'

type StoredValue = string | number | null

const DIGESTED = {
  run: ['id', 'started_at', 'status', 'plan', 'outcome', 'conditions'],
  journal: ['run', 'key', 'asked_hash', 'value', 'failure', 'calls'],
  asked: ['hash', 'base', 'shared', 'rest'],
} as const

export type DigestedTable = keyof typeof DIGESTED
/** Null in rows that a version without digests wrote. */
export type WithDigest<Row> = Row & { readonly digest: string | null }

/** Of the columns of a row in the order of their table. */
export function runDigest(...values: readonly StoredValue[]): string {
  return tupleId(values.flatMap((value) => (value === null ? [0] : [1, value])))
}

/** Files of before get their column; damage from before cannot be seen. Statements may use `run_digest` afterwards. */
export function addRunDigests(database: Database): void {
  database.function('run_digest', { varargs: true, deterministic: true }, (...values: StoredValue[]) =>
    runDigest(...values),
  )
  for (const table of Object.keys(DIGESTED) as DigestedTable[]) {
    const known = database.pragma(`table_info(${table})`) as readonly { readonly name: string }[]
    if (known.some(({ name }) => name === 'digest')) continue
    database.exec(`ALTER TABLE ${table} ADD COLUMN digest TEXT; UPDATE ${table} SET ${digestIn(table)}`)
  }
}

/** SQL that sets the digest of a row to that of its columns. */
export function digestIn(table: DigestedTable): string {
  return `digest = run_digest(${DIGESTED[table].join(', ')})`
}

/** Returns the row. Throws `STORE_DAMAGED` that names it, where it is not what was stored. */
export function wholeRow<Row extends object>(table: DigestedTable, row: WithDigest<Row>, what: string): Row {
  const values = DIGESTED[table].map((column) => (row as Record<string, StoredValue>)[column] ?? null)
  if (row.digest === null || row.digest === runDigest(...values)) return row
  throw new GlossError('STORE_DAMAGED', `${what} is damaged: it is not what was stored.`, { row: what })
}

/** Detects damaged rows of runs by a digest of their columns, compared whenever a row is read. It does not detect forgery. */
import { GlossError, tupleId } from '../../core/index.ts'
import type { RunValue } from './run-database.ts'

/** Tables of runs, with the columns of their digests in this order. */
export const RUN_TABLES = {
  run: ['id', 'started_at', 'status', 'plan', 'outcome', 'conditions'],
  journal: ['run', 'key', 'asked_hash', 'value', 'failure', 'calls'],
  asked: ['hash', 'base', 'shared', 'rest'],
} as const

export type RunTable = keyof typeof RUN_TABLES
export type WithDigest<Row> = Row & { readonly digest: string | null }

/** Returns the digest of a row's columns, given in the order of the table. */
export function runDigest(...values: readonly RunValue[]): string {
  return tupleId(values.flatMap((value) => (value === null ? [0] : [1, value])))
}

/** Returns the row. Throws `STORE_DAMAGED` with its name if it is not what was stored. */
export function wholeRow<Row extends object>(table: RunTable, row: WithDigest<Row>, what: string): Row {
  const values = RUN_TABLES[table].map((column) => (row as Record<string, RunValue>)[column] ?? null)
  if (row.digest === null || row.digest === runDigest(...values)) return row
  throw damagedRow(what)
}

export function damagedRow(what: string): GlossError {
  return new GlossError('STORE_DAMAGED', `${what} is damaged: it is not what was stored.`, { row: what })
}

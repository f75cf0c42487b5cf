/** Is a row of a run what was stored? Each carries a digest of its columns, compared whenever it is read: it shows damage, not forgery. */
import { GlossError, tupleId } from '../../core/index.ts'
import type { RunValue } from './run-database.ts'

/** The tables of runs with the columns that their digests are made of, in this order. */
export const RUN_TABLES = {
  run: ['id', 'started_at', 'status', 'plan', 'outcome', 'conditions'],
  journal: ['run', 'key', 'asked_hash', 'value', 'failure', 'calls'],
  asked: ['hash', 'base', 'shared', 'rest'],
} as const

export type RunTable = keyof typeof RUN_TABLES
export type WithDigest<Row> = Row & { readonly digest: string | null }

/** Of the columns of a row in the order of their table. */
export function runDigest(...values: readonly RunValue[]): string {
  return tupleId(values.flatMap((value) => (value === null ? [0] : [1, value])))
}

/** Returns the row. Throws `STORE_DAMAGED` that names it, where it is not what was stored. */
export function wholeRow<Row extends object>(table: RunTable, row: WithDigest<Row>, what: string): Row {
  const values = RUN_TABLES[table].map((column) => (row as Record<string, RunValue>)[column] ?? null)
  if (row.digest === null || row.digest === runDigest(...values)) return row
  throw damagedRow(what)
}

export function damagedRow(what: string): GlossError {
  return new GlossError('STORE_DAMAGED', `${what} is damaged: it is not what was stored.`, { row: what })
}

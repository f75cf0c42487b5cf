/** What every change of a corpus in PostgreSQL begins with, and how its rows are stored. */
import { type PostgresQuery, rowsAsJson } from './postgres-connection.ts'

/** What a change may use: statements within its transaction, and its number. */
export interface CorpusChange {
  readonly query: PostgresQuery
  readonly seq: number
}

/** Raises `seq`; from here until the transaction ends no other change is made. */
export async function raiseSeq(query: PostgresQuery): Promise<number> {
  const [row] = await query<{ seq: number }>(
    'UPDATE corpus.meta SET seq = seq + 1, inverse = inverse - 1 RETURNING seq',
  )
  return row?.seq ?? 0
}

/** Inserts rows by the names of their columns; `conflict` is what follows. */
export async function insertRows(
  query: PostgresQuery,
  table: string,
  columns: readonly string[],
  rows: readonly object[],
  conflict = '',
): Promise<void> {
  if (rows.length === 0) return
  const list = columns.join(', ')
  await query(
    `INSERT INTO corpus.${table} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::corpus.${table}, $1::json) ${conflict}`,
    [rowsAsJson(rows)],
  )
}

/** Returns the embedder's row, and makes it where it is new. */
export async function embedderRow(query: PostgresQuery, id: string): Promise<number> {
  await query('INSERT INTO corpus.embedder (id) VALUES ($1) ON CONFLICT (id) DO NOTHING', [id])
  const [row] = await query<{ row: number }>('SELECT row FROM corpus.embedder WHERE id = $1', [id])
  return row?.row ?? 0
}

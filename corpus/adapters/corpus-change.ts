/** What changes of a corpus have in common: the statements that a store offers them, and the change number. */
import type { CorpusQuery } from '../ports.ts'

/** Statements, either within a transaction or each on its own. */
export interface ChangeStatements {
  readonly query: CorpusQuery
  /** Inserts rows by the names of their columns; `conflict` is appended to the statement. */
  insert(table: string, columns: readonly string[], rows: readonly object[], conflict?: string): Promise<void>
  /** Reserves `count` row numbers for units and returns the first. */
  unitRows(count: number): Promise<number>
}

/** What a change may use: statements within its transaction, and the change's number. */
export interface CorpusChange extends ChangeStatements {
  readonly seq: number
}

/** Raises `seq`; from here until the transaction ends, no other change is made. */
export async function raiseSeq(query: CorpusQuery): Promise<number> {
  const [row] = await query<{ seq: number }>(
    'UPDATE corpus.meta SET seq = seq + 1, inverse = inverse - 1 RETURNING seq',
  )
  return row?.seq ?? 0
}

/** Returns the embedder's row number, after adding the row if it is missing. */
export async function embedderRow(query: CorpusQuery, id: string): Promise<number> {
  await query('INSERT INTO corpus.embedder (id) VALUES ($1) ON CONFLICT (id) DO NOTHING', [id])
  const [row] = await query<{ row: number }>('SELECT row FROM corpus.embedder WHERE id = $1', [id])
  return row?.row ?? 0
}

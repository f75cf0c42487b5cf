/**
 * Moves the stored rows of a corpus from one kind of store to another. Tables, columns and digests are the same in both, so `verify` at
 * the target compares what arrived with what was first stored. Both ends hold the corpus's lock meanwhile.
 */
import Database from 'better-sqlite3'
import { closing, makePrivateFile } from '../../core/index.ts'
import type { StoredRow, StoredRows } from '../workspace.ts'
import { CORPUS_TABLES } from './corpus-table-names.ts'
import { insertRows, type PostgresQuery } from './postgres-connection.ts'
import { createSchema } from './sqlite-schema.ts'
import { prepareStatements, sqliteStatements } from './sqlite-statements.ts'

/** Rows read at once: some megabytes with their pages. Chosen, not measured. */
const BATCH_ROWS = 500
/** Table that each store keeps for itself: counters that follow from the rows, and the current writer. */
const META = 'meta'

/** Yields the rows, parents first. The file must not be written to meanwhile. */
export async function* sqliteRows(path: string): AsyncIterable<StoredRows> {
  using database = closing(new Database(path, { readonly: true, fileMustExist: true }))
  for (const table of [META, ...CORPUS_TABLES]) {
    let batch: StoredRow[] = []
    for (const row of database.prepare<[], StoredRow>(`SELECT * FROM ${table}`).iterate()) {
      if (batch.push(row) < BATCH_ROWS) continue
      yield { table, rows: batch }
      batch = []
    }
    yield { table, rows: batch }
  }
}

/** Creates a corpus file with these rows. It is complete when this returns, and unusable before. */
export async function writeSqliteRows(path: string, parts: AsyncIterable<StoredRows>): Promise<void> {
  makePrivateFile(path)
  using database = closing(new Database(path))
  createSchema(database)
  const { insert } = sqliteStatements(prepareStatements(database))
  // All in one transaction, and nothing reads the file before it is renamed.
  database.pragma('journal_mode = MEMORY')
  database.exec('BEGIN')
  for await (const { table, rows } of parts) {
    if (table === META) {
      database.prepare('UPDATE meta SET seq = @seq, inverse = @inverse').run(rows[0])
      continue
    }
    if (rows.length > 0) await insert(table, Object.keys(rows[0] ?? {}), rows)
  }
  database.exec('COMMIT')
}

/** Yields the rows, parents first, all as of one moment: `query` runs in a transaction with a single snapshot. */
export async function* postgresRows(query: PostgresQuery): AsyncIterable<StoredRows> {
  yield { table: META, rows: await query<StoredRow>('SELECT seq, inverse FROM corpus.meta') }
  for (const table of CORPUS_TABLES)
    for (let after = '(0,0)'; ; ) {
      const found = await query<StoredRow & { readonly at: string }>(
        `SELECT ctid::text AS at, * FROM corpus.${table} WHERE ctid > $1::tid ORDER BY ctid LIMIT ${BATCH_ROWS}`,
        [after],
      )
      yield { table, rows: found.map(({ at: _, ...row }) => row) }
      if (found.length < BATCH_ROWS) break
      after = found.at(-1)?.at ?? after
    }
}

/** Writes rows into the tables of an empty corpus, within one transaction. */
export async function writePostgresRows(
  query: PostgresQuery,
  parts: AsyncIterable<StoredRows>,
): Promise<void> {
  for await (const { table, rows } of parts) {
    const [first] = rows
    if (first === undefined) continue
    if (table === META)
      await query('UPDATE corpus.meta SET seq = $1, inverse = $2', [
        Number(first['seq']),
        Number(first['inverse']),
      ])
    else await insertRows(query, table, Object.keys(first), rows)
  }
  await query('UPDATE corpus.meta SET last_row = (SELECT coalesce(max(row), 0) FROM corpus.unit)')
}

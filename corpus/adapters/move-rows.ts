/**
 * The rows of a corpus as they are stored, on their way from one kind of store to another. Tables, columns and digests are the same in both, so
 * that `verify` at the target compares what arrived with what was stored at first. Both ends hold the corpus's lock meanwhile.
 */
import Database from 'better-sqlite3'
import { closing, makePrivateFile } from '../../core/index.ts'
import type { StoredRow, StoredRows } from '../workspace.ts'
import { insertRows, type PostgresQuery } from './postgres-connection.ts'
import { CORPUS_TABLES } from './postgres-schema.ts'
import { createSchema } from './sqlite-schema.ts'
import { prepareStatements, sqliteStatements } from './sqlite-statements.ts'

/** Chosen, not measured: some megabytes with their pages. */
const BATCH_ROWS = 500
/** Kept apart by each store: numbers of rows that follow from the rows, and who is writing. */
const META = 'meta'

/** Parents first. The file must not be written to meanwhile. */
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

/** Makes a corpus's file with these rows. It is whole when this returns, and of no use before. */
export async function writeSqliteRows(path: string, parts: AsyncIterable<StoredRows>): Promise<void> {
  makePrivateFile(path)
  using database = closing(new Database(path))
  createSchema(database)
  const { insert } = sqliteStatements(prepareStatements(database))
  // One transaction, and nobody reads it before it is renamed.
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

/** Parents first, all of one moment: `query` runs in a transaction that sees one. */
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

/** Into the tables of an empty corpus, within one transaction. */
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

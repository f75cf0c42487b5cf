/** Reads a corpus file by the statements of stored-reader.ts. */
import type { Database } from 'better-sqlite3'
import type { CorpusReader } from '../ports.ts'
import { storeCalls } from './sqlite-failure.ts'
import { type PreparedStatements, prepareStatements, sqliteQuery } from './sqlite-statements.ts'
import { createStoredReader } from './stored-reader.ts'

export function createSqliteReader(
  database: Database,
  path: string,
  prepared: PreparedStatements = prepareStatements(database),
): CorpusReader {
  const tables = {
    query: sqliteQuery(prepared),
    call: storeCalls(path),
    pathsAsStored: (json: string) => json,
  }
  return createStoredReader(tables, async () => {
    const { verifyCorpus } = await import('./sqlite-verify.ts')
    return verifyCorpus(database, path)
  })
}

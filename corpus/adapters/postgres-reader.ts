/** Reads a corpus from PostgreSQL by the statements of stored-reader.ts, on any connection. */
import type { CorpusReader } from '../ports.ts'
import { type PostgresQuery, withControls } from './postgres-connection.ts'
import { verifyPostgresCorpus } from './postgres-verify.ts'
import { createStoredReader } from './stored-reader.ts'

export function createPostgresReader(query: PostgresQuery): CorpusReader {
  const tables = { query, call: <Result>(action: () => Promise<Result>) => action(), pathsAsStored }
  return createStoredReader(tables, (reader) => verifyPostgresCorpus(query, reader))
}

/** Undoes, within JSON, the escapes of characters that PostgreSQL cannot store. */
function pathsAsStored(json: string): string {
  if (!json.includes('\\u0001')) return json
  const paths = JSON.parse(json) as [string, string][]
  return JSON.stringify(paths.map(([path, digest]) => [withControls(path), digest]))
}

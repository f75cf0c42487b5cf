/** How is a corpus file read? By the statements of stored-reader.ts, prepared once each over one connection. */
import type { Database, Statement } from 'better-sqlite3'
import type { CorpusQuery, CorpusReader } from '../ports.ts'
import { storeCalls } from './sqlite-failure.ts'
import { createStoredReader } from './stored-reader.ts'

/** What PostgreSQL and SQLite write differently, of what the statements use. A list is given as JSON. */
const OTHERWISE: readonly (readonly [RegExp, string])[] = [
  [/\bcorpus\./g, 'main.'],
  [/= ANY \((\$\d)\)/g, 'IN (SELECT value FROM json_each($1))'],
  [/\bjson_agg\b/g, 'json_group_array'],
  [/\bjson_build_array\b/g, 'json_array'],
]

export function createSqliteReader(database: Database, path: string): CorpusReader {
  const tables = {
    query: sqliteQuery(database),
    call: storeCalls(path),
    pathsAsStored: (json: string) => json,
  }
  return createStoredReader(tables, async () => {
    const { verifyCorpus } = await import('./sqlite-verify.ts')
    return verifyCorpus(database, path)
  })
}

function sqliteQuery(database: Database): CorpusQuery {
  const prepared = new Map<string, Statement<unknown[], unknown>>()
  const prepare = (text: string) => {
    const own = OTHERWISE.reduce((sql, [pattern, written]) => sql.replace(pattern, written), text)
    const statement = database.prepare<unknown[], unknown>(own)
    prepared.set(text, statement)
    return statement
  }
  return async <Row>(text: string, values: readonly unknown[] = []) => {
    const statement = prepared.get(text) ?? prepare(text)
    if (values.length === 0) return statement.all() as Row[]
    const given: Record<number, unknown> = {}
    for (const [at, value] of values.entries())
      given[at + 1] = Array.isArray(value) ? JSON.stringify(value) : value
    return statement.all(given) as Row[]
  }
}

/** The child process that runs statements: what takes too long or too much ends with it. Started by sqlite-queries.ts, never imported. */
import type { Database } from 'better-sqlite3'
import { isGlossError, serveParent } from '../../core/index.ts'
import { withNamedFailures } from './sqlite-failure.ts'
import type { QueryAnswer, QueryRequest } from './sqlite-queries.ts'
import { openQueryConnection, runQuery } from './sqlite-query-run.ts'

let connection: Database | null = null

serveParent<QueryRequest, QueryAnswer>(async (request) => answer(request))

/** A child is asked about one file all its life. */
function answer({ path, sql, rows }: QueryRequest): QueryAnswer {
  try {
    return withNamedFailures(path, () => {
      connection ??= openQueryConnection(path)
      return { outcome: runQuery(connection, sql, rows) }
    })
  } catch (error) {
    if (!isGlossError(error)) throw error
    return { failure: { code: error.code, message: error.message } }
  }
}

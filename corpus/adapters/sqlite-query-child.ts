/** The child process that runs statements, killed if one takes too much time or memory. Started by sqlite-queries.ts, never imported. */
import type { Database } from 'better-sqlite3'
import { isGlossError, serveParent } from '../../core/index.ts'
import { withNamedFailures } from './sqlite-failure.ts'
import type { QueryAnswer, QueryRequest } from './sqlite-queries.ts'
import { openQueryConnection, runQuery } from './sqlite-query-run.ts'

let connection: Database | null = null

serveParent<QueryRequest, QueryAnswer>(async (request) => answer(request))

/** Runs a statement. All requests to one child are about the same file. */
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

/** The child process that runs statements: what takes too long or too much ends with it. Started by sqlite-queries.ts, never imported. */
import type { Database } from 'better-sqlite3'
import { isGlossError } from '../../core/index.ts'
import { withNamedFailures } from './sqlite-failure.ts'
import type { QueryAnswer, QueryRequest } from './sqlite-queries.ts'
import { openQueryConnection, runQuery } from './sqlite-query-run.ts'

const BYTES_PER_MB = 1024 * 1024

let connection: Database | null = null

process.on('message', (request: QueryRequest) => {
  process.send?.({
    kind: 'done',
    answer: answer(request),
    residentMb: process.memoryUsage.rss() / BYTES_PER_MB,
  })
})
process.on('disconnect', () => process.exit(0))
// Ctrl-C on a terminal reaches the whole process group; the parent decides what ends.
process.on('SIGINT', () => undefined)

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

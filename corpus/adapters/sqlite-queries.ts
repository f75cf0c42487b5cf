/**
 * Runs statements on a corpus file, each in a child process that can be killed: SQLite compiled without progress callbacks cannot be
 * interrupted from its own process, so a thread would not do.
 */
import { existsSync } from 'node:fs'
import {
  type ChildOutcome,
  type ErrorCode,
  entryBeside,
  GlossError,
  openChildPool,
} from '../../core/index.ts'
import type { QueryableCorpus, QueryOutcome } from '../query.ts'
import { QUERY_VIEWS } from '../query-views.ts'
import { QUERY_FUNCTIONS } from './sqlite-query-views.ts'

export interface QueryRequest {
  readonly path: string
  readonly sql: string
  readonly rows: number
}

export type QueryAnswer =
  | { readonly outcome: QueryOutcome }
  | { readonly failure: { readonly code: ErrorCode; readonly message: string } }

export interface SqliteQueriesOptions {
  readonly maxMemoryMb?: number
}

/** Memory limit of a child. A Node process takes 70 MB; a sort of 100k units with their texts some 200. Chosen, not measured. */
const MAX_MEMORY_MB = 512
/** Statements run at once, each in its own process, which is then reused. Chosen, not measured. */
const WORKERS = 2
// SQLite frees its memory, so this is only a safeguard.
const REQUESTS_PER_CHILD = 10_000

const ENTRY = entryBeside(import.meta.url, 'sqlite-query-child')

/** Starts nothing until the first statement, which may throw `CORPUS_NOT_FOUND`. */
export function openSqliteQueries(
  path: string,
  { maxMemoryMb = MAX_MEMORY_MB }: SqliteQueriesOptions = {},
): QueryableCorpus {
  const pool = openChildPool<QueryRequest, QueryAnswer>({
    entry: ENTRY,
    workers: WORKERS,
    maxMemoryMb,
    requestsPerChild: REQUESTS_PER_CHILD,
  })
  return {
    views: QUERY_VIEWS,
    functions: QUERY_FUNCTIONS,
    dialect: 'SQLite',
    async query(sql, { rows, timeoutMs }, signal = new AbortController().signal) {
      if (!existsSync(path))
        throw new GlossError('CORPUS_NOT_FOUND', `There is no corpus at ${path}.`, { path })
      return outcomeOf(await pool.run({ path, sql, rows }, timeoutMs, signal), { timeoutMs, maxMemoryMb })
    },
    close: () => pool.close(),
  }
}

function outcomeOf(
  said: ChildOutcome<QueryAnswer>,
  limits: { readonly timeoutMs: number; readonly maxMemoryMb: number },
): QueryOutcome {
  switch (said.kind) {
    case 'timeout':
      return { kind: 'stopped', message: `The statement took longer than ${limits.timeoutMs} ms.` }
    case 'out-of-memory':
      return { kind: 'stopped', message: `The statement took more than ${limits.maxMemoryMb} MB.` }
    case 'crashed':
      return { kind: 'stopped', message: `The statement ended its process: ${said.detail}.` }
    case 'answer':
      if ('outcome' in said.answer) return said.answer.outcome
      throw new GlossError(said.answer.failure.code, said.answer.failure.message)
  }
}

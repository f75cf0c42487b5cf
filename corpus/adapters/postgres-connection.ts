/**
 * A connection pool to one PostgreSQL server by `pg`, which is loaded with the first address. Text keeps every UTF-16 character, including
 * NUL, which PostgreSQL itself cannot store. No message contains a password.
 */
import type { types as PgTypeTable, Pool, PoolClient, QueryConfig } from 'pg'
import { isGlossError } from '../../core/index.ts'
import { postgresFailure } from './postgres-failure.ts'

type PgTypes = typeof PgTypeTable

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are searched for.
const CONTROLS = /[\0\x01]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the escapes.
const MARKED = /\x01([AB])/g

/** Most connections from one process to one server. Chosen, not measured. */
const MAX_CONNECTIONS = 8
const CONNECT_TIMEOUT_MS = 10_000

/**
 * Settings for searching an index beside a corpus: how many neighbours pgvector examines, and that it examines more if a filter leaves
 * too few. JIT is off because compiling a statement takes longer than running it.
 */
const SEARCH_SETTINGS = ['hnsw.ef_search = 120', 'hnsw.iterative_scan = strict_order', 'jit = off']
/** Citus propagates a transaction's settings; schemas and tables stay on its coordinator, except a spread index. Others ignore these. */
const CITUS_SETTINGS = ['citus.enable_ddl_propagation = off', `citus.propagate_set_commands = 'local'`]

export const CONNECTION_SETTINGS = [...SEARCH_SETTINGS, ...CITUS_SETTINGS]
  .map((setting) => `SET ${setting}`)
  .join('; ')

export type PostgresValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly string[]
  | readonly number[]

/** Runs one statement with values for `$1`, `$2`, … */
export type PostgresQuery = <Row>(text: string, values?: readonly PostgresValue[]) => Promise<Row[]>

/** A connection for one user only; disposing of it closes it and releases its locks. */
export interface PostgresSession extends Disposable {
  readonly query: PostgresQuery
  /** Runs `work` in one transaction, rolled back if it throws. */
  transaction<Result>(work: (query: PostgresQuery) => Promise<Result>): Promise<Result>
  /** Takes a lock that lasts as long as the connection; returns false if another session has it, unless both share it. */
  tryLock(key: number, mode?: 'alone' | 'shared'): Promise<boolean>
  /** Releases one lock. */
  unlock(key: number): Promise<void>
}

export interface PostgresServer {
  /** Address without its password, for display. */
  readonly shown: string
  readonly query: PostgresQuery
  /** Runs a statement whose tables may be spread over several servers, each of which searches with this one's settings. */
  readonly search: PostgresQuery
  session(): Promise<PostgresSession>
  /** Returns whether any session has the lock. */
  isLocked(key: number): Promise<boolean>
  close(): Promise<void>
}

/** Opens a server; it is connected to with the first statement. */
export async function openPostgresServer(address: string): Promise<PostgresServer> {
  const { default: pg } = await import('pg')
  const shown = shownAddress(address)
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') => parserOf(pg.types, oid, format),
  }
  const pool = new pg.Pool({
    connectionString: address,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: types as never,
    allowExitOnIdle: true,
    onConnect: (client) => client.query(CONNECTION_SETTINGS) as never,
  })
  // A connection that is lost while idle is replaced with the next statement, which reports any failure.
  pool.on('error', () => undefined)
  return {
    shown,
    query: (text, values) => runOnAny(pool, shown, text, values),
    search: (text, values) => searchOnAny(pool, shown, text, values),
    session: () => openPoolSession(pool, shown),
    async isLocked(key) {
      const held = await run(
        pool,
        shown,
        `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database AND datname = current_database()
         WHERE locktype = 'advisory' AND objsubid = 2 AND classid = $1 AND objid = $2`,
        [LOCKS, key >>> 0],
      )
      return held.length > 0
    },
    close: () => pool.end(),
  }
}

/** Ignores a lost connection, because the next statement reports it. */
const onLoss = () => undefined

async function takeConnection(pool: Pool, shown: string): Promise<PoolClient> {
  const client = await pool.connect().catch((error: unknown) => {
    throw postgresFailure(shown, error)
  })
  return client.on('error', onLoss)
}

/** Runs in a transaction, because Citus passes on only a transaction's settings to its workers. */
async function searchOnAny<Row>(
  pool: Pool,
  shown: string,
  text: string,
  values: readonly PostgresValue[] = [],
): Promise<Row[]> {
  const client = await takeConnection(pool, shown)
  let isDone = false
  try {
    for (const statement of ['BEGIN', ...SEARCH_SETTINGS.map((setting) => `SET LOCAL ${setting}`)])
      await run(client, shown, statement)
    const rows = await run<Row>(client, shown, text, values)
    await run(client, shown, 'COMMIT')
    isDone = true
    return rows
  } finally {
    client.off('error', onLoss)
    client.release(!isDone)
  }
}

async function openPoolSession(pool: Pool, shown: string): Promise<PostgresSession> {
  const client = await takeConnection(pool, shown)
  const query: PostgresQuery = (text, values) => run(client, shown, text, values)
  return {
    query,
    transaction: (work) => transact(pool, shown, query, work),
    async tryLock(key, mode = 'alone') {
      const take = mode === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
      const [row] = await query<{ is_taken: boolean }>(`SELECT ${take}($1, $2) AS is_taken`, [LOCKS, key])
      return row?.is_taken === true
    },
    async unlock(key) {
      await query('SELECT pg_advisory_unlock($1, $2)', [LOCKS, key])
    },
    [Symbol.dispose]() {
      client.off('error', onLoss)
      // The connection is closed instead of returned to the pool, which releases its locks.
      client.release(true)
    },
  }
}

/** First number of every advisory lock of Gloss: `GLOS` in ASCII. */
const LOCKS = 0x474c4f53

/** Runs `work` in one transaction. If the answer to COMMIT is lost, another connection looks up whether it was committed. */
async function transact<Result>(
  pool: Pool,
  shown: string,
  query: PostgresQuery,
  work: (query: PostgresQuery) => Promise<Result>,
): Promise<Result> {
  await query('BEGIN')
  let result: Result
  let transaction: string | null
  try {
    result = await work(query)
    const [row] = await query<{ id: string | null }>('SELECT pg_current_xact_id_if_assigned()::text AS id')
    transaction = row?.id ?? null
  } catch (error) {
    // If the connection is lost, the server has rolled back.
    await query('ROLLBACK').catch(() => undefined)
    throw error
  }
  try {
    await query('COMMIT')
  } catch (error) {
    if (transaction === null || !isGlossError(error, 'STORE_UNREACHABLE')) throw error
    const [row] = await run<{ status: string }>(pool, shown, 'SELECT pg_xact_status($1::xid8) AS status', [
      transaction,
    ])
    if (row?.status !== 'committed') throw error
  }
  return result
}

/** SQLSTATE of admin_shutdown. */
const ENDED_BY_SERVER = '57P01'

/** Retries on another connection if the server had ended this one while it was idle, in which case the statement did not run. */
async function runOnAny<Row>(
  pool: Pool,
  shown: string,
  text: string,
  values: readonly PostgresValue[] = [],
): Promise<Row[]> {
  try {
    return await run(pool, shown, text, values)
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { readonly code?: unknown }
    if (code !== ENDED_BY_SERVER) throw error
    return await run(pool, shown, text, values)
  }
}

async function run<Row>(
  on: Pool | PoolClient,
  shown: string,
  text: string,
  values: readonly PostgresValue[] = [],
): Promise<Row[]> {
  try {
    // The extended protocol makes the server refuse a text with more than one statement.
    const { rows } = await on.query({
      text,
      values: values.map(sendable),
      queryMode: 'extended',
    } as QueryConfig)
    return rows as Row[]
  } catch (error) {
    throw postgresFailure(shown, error)
  }
}

/** Object ids of PostgreSQL types. */
const INT8 = 20
const TEXTS: ReadonlySet<number> = new Set([25, 1043])

function parserOf(
  types: PgTypes,
  oid: number,
  format: 'text' | 'binary' = 'text',
): (value: string) => unknown {
  if (oid === INT8) return Number
  return TEXTS.has(oid) ? withControls : (types.getTypeParser(oid, format) as (value: string) => unknown)
}

/** Returns text that PostgreSQL can store: U+0000 becomes U+0001 A, and U+0001, the escape character, becomes U+0001 B. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, (character) => (character === '\0' ? '\x01A' : '\x01B'))
}

/** Undoes `withoutControls`. */
export function withControls(text: string): string {
  return text.replace(MARKED, (_, mark) => (mark === 'A' ? '\0' : '\x01'))
}

/** Inserts rows by the names of their columns, thousands in one statement; `conflict` is appended to it. */
export async function insertRows(
  query: PostgresQuery,
  table: string,
  columns: readonly string[],
  rows: readonly object[],
  conflict = '',
): Promise<void> {
  if (rows.length === 0) return
  const list = columns.join(', ')
  await query(
    `INSERT INTO corpus.${table} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::corpus.${table}, $1::json) ${conflict}`,
    [rowsAsJson(rows)],
  )
}

/** Returns rows as one value for `json_populate_recordset`, so that one statement inserts thousands. */
function rowsAsJson(rows: readonly object[]): string {
  return JSON.stringify(rows, function (this: Record<string, unknown>, key, value: unknown) {
    const held = this[key]
    if (held instanceof Uint8Array) return `\\x${Buffer.from(held).toString('hex')}`
    return typeof value === 'string' ? withoutControls(value) : value
  })
}

/** Converts a value to one that `pg` sends correctly. */
export function sendable(value: PostgresValue): unknown {
  if (typeof value === 'string') return withoutControls(value)
  if (value instanceof Uint8Array) return Buffer.from(value)
  return Array.isArray(value)
    ? value.map((item: unknown) => (typeof item === 'string' ? withoutControls(item) : item))
    : value
}

/** Returns the address without its user and password. */
function shownAddress(address: string): string {
  const url = URL.parse(address)
  return url === null ? 'the server in GLOSS_STORE' : `postgres://${url.host}${url.pathname}`
}

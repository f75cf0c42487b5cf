/** A corpus in PostgreSQL. Its writer holds a lock that ends with the connection, however that ends. */
import { hostname } from 'node:os'
import { GlossError } from '../../core/index.ts'
import type { CorpusDatabase, CorpusStore, CorpusWriter } from '../ports.ts'
import type { ChangeStatements } from './corpus-change.ts'
import {
  insertRows,
  type PostgresQuery,
  type PostgresServer,
  type PostgresSession,
} from './postgres-connection.ts'
import { openPostgresQueries } from './postgres-queries.ts'
import { createPostgresReader } from './postgres-reader.ts'
import { inCorpus } from './postgres-schema.ts'
import { createStoredWriter } from './stored-writer.ts'

type WriteMode = NonNullable<Parameters<CorpusStore['write']>[1]>

/** Opens the corpus with this number in the server's list; closing it leaves the server open. */
export function openPostgresCorpus(
  server: PostgresServer,
  id: number,
  { isSearchable }: { readonly isSearchable: boolean },
): CorpusStore {
  return {
    ...createPostgresReader(inCorpus(server.query, id)),
    ...(isSearchable ? { database: databaseOf(server, id) } : {}),
    queries: openPostgresQueries(server, id),
    write: (purpose, mode = 'alone') => openWriter(server, id, purpose, mode),
    close: async () => undefined,
  }
}

function databaseOf(server: PostgresServer, id: number): CorpusDatabase {
  return {
    query: inCorpus(server.query, id),
    search: inCorpus(server.search, id),
    async transaction(work) {
      using session = await server.session()
      return await session.transaction(async (inTransaction) => {
        const query = inCorpus(inTransaction, id)
        return await work(query, createPostgresReader(query))
      })
    },
  }
}

/** Takes the lock of a corpus's writer. Throws `CORPUS_BUSY` naming its owner. */
export async function lockPostgresCorpus(
  server: PostgresServer,
  id: number,
  purpose: string,
  mode: WriteMode = 'alone',
): Promise<PostgresSession> {
  const session = await server.session()
  try {
    const query = inCorpus(session.query, id)
    if (!(await session.tryLock(id, mode))) {
      const [row] = await query<{ writer: string | null }>('SELECT writer FROM corpus.meta')
      throw new GlossError(
        'CORPUS_BUSY',
        `The corpus is being written by ${row?.writer ?? 'another process'}.`,
        { store: server.shown },
      )
    }
    const writer = `process ${process.pid} on ${hostname()} (${purpose}) since ${new Date().toISOString()}`
    await query('UPDATE corpus.meta SET writer = $1', [writer])
    return session
  } catch (error) {
    session[Symbol.dispose]()
    throw error
  }
}

async function openWriter(
  server: PostgresServer,
  id: number,
  purpose: string,
  mode: WriteMode,
): Promise<CorpusWriter & AsyncDisposable> {
  const session = await lockPostgresCorpus(server, id, purpose, mode)
  return createStoredWriter(createPostgresReader(inCorpus(server.query, id)), {
    statements: statementsOf(inCorpus(session.query, id)),
    transaction: (work) => session.transaction((query) => work(statementsOf(inCorpus(query, id)))),
    call: (action) => action(),
    release: () => session[Symbol.dispose](),
  })
}

function statementsOf(query: PostgresQuery): ChangeStatements {
  return {
    query,
    insert: (...rows) => insertRows(query, ...rows),
    async unitRows(count) {
      const [row] = await query<{ first: number }>(
        'UPDATE corpus.meta SET last_row = last_row + $1 RETURNING last_row - $1 + 1 AS first',
        [count],
      )
      return row?.first ?? 1
    },
  }
}

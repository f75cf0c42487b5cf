/** A corpus in PostgreSQL. Its writer holds a lock that ends with its connection, however that ends. */
import { hostname } from 'node:os'
import { GlossError } from '../../core/index.ts'
import type { CorpusDatabase, CorpusStore, CorpusWriter } from '../ports.ts'
import { assertRecord, paperNotFound } from './paper-record.ts'
import { type CorpusChange, raiseSeq } from './postgres-change.ts'
import type { PostgresServer, PostgresSession } from './postgres-connection.ts'
import { putExtractions, putMentions, putPhraseVectors, putSynonyms } from './postgres-graph-writer.ts'
import { openPostgresQueries } from './postgres-queries.ts'
import { createPostgresReader } from './postgres-reader.ts'
import { inCorpus } from './postgres-schema.ts'
import { addVectors } from './postgres-units.ts'
import {
  forgetPath,
  keepValue,
  movePath,
  pathOwner,
  putRecords,
  removePaper,
  setGate,
} from './postgres-writer.ts'

type WriteMode = NonNullable<Parameters<CorpusStore['write']>[1]>

/** The corpus with this number in the server's list; the server is not closed with it. */
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
    async transaction(work) {
      const session = await server.session()
      try {
        return await session.transaction(async (inTransaction) => {
          const query = inCorpus(inTransaction, id)
          return await work(query, createPostgresReader(query))
        })
      } finally {
        session.release()
      }
    },
  }
}

/** Takes the lock of a corpus's writer. Throws `CORPUS_BUSY` with who has it. */
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
    session.release()
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
  const own = inCorpus(session.query, id)
  let last: Promise<unknown> = Promise.resolve()
  /** One transaction after another: they share a connection. */
  const inTurn = <Result>(action: () => Promise<Result>): Promise<Result> => {
    const next = last.then(action)
    // The caller that asked for it gets its failure.
    last = next.catch(() => undefined)
    return next
  }
  const change = <Result>(action: (change: CorpusChange) => Promise<Result>): Promise<Result> =>
    inTurn(() =>
      session.transaction(async (inTransaction) => {
        const query = inCorpus(inTransaction, id)
        return await action({ query, seq: await raiseSeq(query) })
      }),
    )
  return {
    ...createPostgresReader(inCorpus(server.query, id)),
    async put(records) {
      for (const record of records) assertRecord(record)
      await change((to) => putRecords(to, records))
    },
    async remove(papers) {
      let count = 0
      await change(async (to) => {
        count = 0
        for (const paper of papers) count += await removePaper(to, paper)
      })
      return count
    },
    addPath: (paper, ...paths) =>
      inTurn(async () => {
        if ((await own('SELECT 1 FROM corpus.paper WHERE id = $1', [paper])).length === 0)
          throw paperNotFound(paper)
        const owners = await Promise.all(paths.map((path) => pathOwner(own, path)))
        const fresh = paths.filter((_, at) => owners[at] !== paper)
        if (fresh.length === 0) return
        await session.transaction(async (inTransaction) => {
          const query = inCorpus(inTransaction, id)
          const to = { query, seq: await raiseSeq(query) }
          for (const path of fresh) await movePath(to, path, paper)
        })
      }),
    removePath: (path) => change((to) => forgetPath(to, path)),
    setGate: (paper, gate, recipe) => change(({ query }) => setGate(query, paper, gate, recipe)),
    putVectors: (embedder, vectors) => change((to) => addVectors(to, embedder, vectors)),
    setSetting: (name, value) =>
      change(({ query }) => keepValue(query, ['setting', 'name', 'value'], name, value)),
    rememberCall: (hash, answer) => inTurn(() => keepValue(own, ['call', 'hash', 'answer'], hash, answer)),
    putMentions: (recipe, units) => change((to) => putMentions(to, recipe, units)),
    putExtractions: (extractions) => change((to) => putExtractions(to, extractions)),
    putSynonyms: (embedder, synonyms) => change((to) => putSynonyms(to, embedder, synonyms)),
    putPhraseVectors: (embedder, vectors) =>
      inTurn(() => session.transaction((query) => putPhraseVectors(inCorpus(query, id), embedder, vectors))),
    async [Symbol.asyncDispose]() {
      await last
      session.release()
    },
  }
}

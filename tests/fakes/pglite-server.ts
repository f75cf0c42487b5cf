/** PostgreSQL within the process, with one connection: tests that need more, such as two connections, use a real server. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Extensions, PGlite } from '@electric-sql/pglite'
import { pg_textsearch } from '@electric-sql/pglite-pg_textsearch'
import { vector } from '@electric-sql/pglite-pgvector'
import {
  CONNECTION_SETTINGS,
  type PostgresQuery,
  type PostgresServer,
  type PostgresValue,
  sendable,
  withControls,
} from '../../corpus/adapters/postgres-connection.ts'
import { postgresFailure } from '../../corpus/adapters/postgres-failure.ts'

interface Queryable {
  query<Row>(text: string, values?: unknown[], options?: object): Promise<{ rows: Row[] }>
}

const TEXT = 25
const SHOWN = 'postgres://in-process'
/** Parses text as it was sent. */
const OPTIONS = { parsers: { [TEXT]: withControls } }

let fresh: Promise<Blob> | null = null

/** Opens a database on a copy of a prepared data folder. Preparing one takes 2 s of CPU, so the first process shares its own. */
async function openDatabase(extensions: Extensions): Promise<PGlite> {
  fresh ??= freshData()
  return PGlite.create({ extensions, loadDataDir: await fresh })
}

async function freshData(): Promise<Blob> {
  const kept = join(tmpdir(), 'fresh-database.tar')
  if (!existsSync(kept)) {
    const database = await PGlite.create()
    const data = await database.dumpDataDir('none')
    await database.close()
    writeFileSync(`${kept}-${process.pid}`, await data.bytes())
    renameSync(`${kept}-${process.pid}`, kept)
  }
  return new Blob([readFileSync(kept)])
}

export async function openPgliteServer({ canSearch = true } = {}): Promise<PostgresServer> {
  const database = await openDatabase(canSearch ? { vector, pg_textsearch } : {})
  await database.exec(CONNECTION_SETTINGS)
  const locks = new Set<number>()
  /** Locks in `locks` that may be taken more than once; the first holder to release one releases it for all. */
  const shared = new Set<number>()
  const query = queryOn(database)
  return {
    shown: SHOWN,
    query,
    search: query,
    async session() {
      const own = new Set<number>()
      return {
        query,
        transaction: (work) => database.transaction((transaction) => work(queryOn(transaction))),
        async tryLock(key, mode = 'alone') {
          if (mode === 'shared' && shared.has(key)) return true
          if (locks.has(key)) return false
          if (mode === 'shared') shared.add(key)
          locks.add(key)
          own.add(key)
          return true
        },
        async unlock(key) {
          own.delete(key)
          locks.delete(key)
        },
        [Symbol.dispose]() {
          for (const key of own) for (const taken of [locks, shared]) taken.delete(key)
        },
      }
    },
    isLocked: async (key) => locks.has(key),
    close: () => database.close(),
  }
}

function queryOn(on: Queryable): PostgresQuery {
  return async <Row>(text: string, values: readonly PostgresValue[] = []) => {
    try {
      return (await on.query<Row>(text, values.map(sendable), OPTIONS)).rows
    } catch (error) {
      throw postgresFailure(SHOWN, error)
    }
  }
}

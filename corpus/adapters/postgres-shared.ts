/** What the processes that use one PostgreSQL server share besides corpora: the tables of the schema `gloss`, and locks by name. */
import { contentId, isGlossError } from '../../core/index.ts'
import type { SharedDatabase } from '../workspace.ts'
import type { PostgresServer, PostgresSession } from './postgres-connection.ts'

/** Corpora are locked by their numbers, which are positive. */
const SIGN_BIT = 1 << 31

/** One connection has the locks of this process, however many there are. */
interface LockConnection {
  readonly session: Promise<PostgresSession>
  readonly keys: Set<number>
}

/** `prepared` makes the tables where they are missing. */
export function sharedDatabase(server: PostgresServer, prepared: () => Promise<void>): SharedDatabase {
  const held = new Set<number>()
  let current: LockConnection | null = null

  async function leave(connection: LockConnection, key: number): Promise<void> {
    held.delete(key)
    connection.keys.delete(key)
    const isLast = connection.keys.size === 0
    if (isLast && current === connection) current = null
    const session = await connection.session
    if (isLast) session.release()
    else await session.unlock(key)
  }

  return {
    async query(text, values) {
      await prepared()
      return await server.query(text, values)
    },
    async tryLock(name) {
      const key = Number.parseInt(contentId(name).slice(0, 8), 16) | SIGN_BIT
      // A session that has a lock would be given it again.
      if (held.has(key)) return null
      held.add(key)
      current ??= { session: server.session(), keys: new Set() }
      const connection = current
      connection.keys.add(key)
      try {
        const session = await connection.session
        if (await session.tryLock(key)) return () => leave(connection, key).catch(ignoreLoss)
      } catch (error) {
        // The next lock is asked for on another connection.
        current = null
        await leave(connection, key).catch(ignoreLoss)
        throw error
      }
      await leave(connection, key)
      return null
    },
  }
}

/** A lock that is to be given back ended with its connection. */
function ignoreLoss(error: unknown): void {
  if (!isGlossError(error, 'STORE_UNREACHABLE')) throw error
}

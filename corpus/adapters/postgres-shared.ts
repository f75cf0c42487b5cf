/** What the processes that use one PostgreSQL server share besides corpora: the tables of the schema `gloss`, and locks by name. */
import { contentId, isGlossError } from '../../core/index.ts'
import type { SharedDatabase } from '../workspace.ts'
import type { PostgresServer, PostgresSession } from './postgres-connection.ts'

/** Corpora are locked by their numbers, which are positive. */
const SIGN_BIT = 1 << 31

/** Returns the number of the lock with this name. */
export function lockKey(name: string): number {
  return Number.parseInt(contentId(name).slice(0, 8), 16) | SIGN_BIT
}

/** One connection has the locks of this process, however many there are. It takes one statement at a time. */
interface LockConnection {
  readonly session: Promise<PostgresSession>
  readonly keys: Set<number>
  /** Ends with the last statement that was sent. */
  sent: Promise<unknown>
}

/** Runs a statement behind those that were sent before, whether they failed or not. */
function inTurn<Result>(
  connection: LockConnection,
  statement: (session: PostgresSession) => Promise<Result>,
): Promise<Result> {
  const result = connection.sent.then(async () => await statement(await connection.session))
  connection.sent = Promise.allSettled([result])
  return result
}

/** `prepared` makes the tables where they are missing. */
export function sharedDatabase(server: PostgresServer, prepared: () => Promise<void>): SharedDatabase {
  const held = new Set<number>()
  let current: LockConnection | null = null

  async function leave(connection: LockConnection, key: number, isTaken: boolean): Promise<void> {
    held.delete(key)
    connection.keys.delete(key)
    if (connection.keys.size > 0) {
      if (isTaken) await inTurn(connection, (session) => session.unlock(key))
      return
    }
    if (current === connection) current = null
    const session = await connection.session
    session[Symbol.dispose]()
  }

  return {
    async query(text, values) {
      await prepared()
      return await server.query(text, values)
    },
    isLocked: (name) => server.isLocked(lockKey(name)),
    async tryLock(name) {
      const key = lockKey(name)
      // A session that has a lock would be given it again.
      if (held.has(key)) return null
      held.add(key)
      current ??= { session: server.session(), keys: new Set(), sent: Promise.resolve() }
      const connection = current
      connection.keys.add(key)
      try {
        const isTaken = await inTurn(connection, (session) => session.tryLock(key))
        if (isTaken) return () => leave(connection, key, true).catch(ignoreLoss)
      } catch (error) {
        // The next lock is asked for on another connection.
        current = null
        await leave(connection, key, false).catch(ignoreLoss)
        throw error
      }
      await leave(connection, key, false)
      return null
    },
  }
}

/** A lock that is to be given back ended with its connection. */
function ignoreLoss(error: unknown): void {
  if (!isGlossError(error, 'STORE_UNREACHABLE')) throw error
}

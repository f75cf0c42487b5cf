/** Data besides corpora that processes share through one PostgreSQL server: the tables of the schema `gloss`, and locks by name. */
import { contentId, isGlossError } from '../../core/index.ts'
import type { SharedDatabase } from '../workspace.ts'
import type { PostgresServer, PostgresSession } from './postgres-connection.ts'

/** Set in the keys of named locks; corpora are locked by their numbers, which are positive. */
const SIGN_BIT = 1 << 31

/** Returns the key of the lock with this name. */
export function lockKey(name: string): number {
  return Number.parseInt(contentId(name).slice(0, 8), 16) | SIGN_BIT
}

/** The one connection that has all locks of this process. It takes one statement at a time. */
interface LockConnection {
  readonly session: Promise<PostgresSession>
  readonly keys: Set<number>
  /** Settles with the last statement that was sent. */
  sent: Promise<unknown>
}

/** Runs a statement after those sent before, whether or not they failed. */
function inTurn<Result>(
  connection: LockConnection,
  statement: (session: PostgresSession) => Promise<Result>,
): Promise<Result> {
  const result = connection.sent.then(async () => await statement(await connection.session))
  connection.sent = Promise.allSettled([result])
  return result
}

export function sharedDatabase(server: PostgresServer): SharedDatabase {
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
    query: server.query,
    isLocked: (name) => server.isLocked(lockKey(name)),
    async tryLock(name) {
      const key = lockKey(name)
      // A session that has a lock would be granted it again.
      if (held.has(key)) return null
      held.add(key)
      current ??= { session: server.session(), keys: new Set(), sent: Promise.resolve() }
      const connection = current
      connection.keys.add(key)
      try {
        const isTaken = await inTurn(connection, (session) => session.tryLock(key))
        if (isTaken) return () => leave(connection, key, true).catch(ignoreLoss)
      } catch (error) {
        // The next lock is taken on another connection.
        current = null
        await leave(connection, key, false).catch(ignoreLoss)
        throw error
      }
      await leave(connection, key, false)
      return null
    },
  }
}

/** Ignores a lost connection, because the lock to be released ended with it. */
function ignoreLoss(error: unknown): void {
  if (!isGlossError(error, 'STORE_UNREACHABLE')) throw error
}

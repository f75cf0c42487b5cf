/**
 * The files of queued or uploaded papers: a list in PostgreSQL, with the bytes unless another store has them. A file is listed in the same
 * transaction as the row that refers to it, so that unreferenced files can be removed while others are added.
 */
import { contentId, GlossError, isGlossError } from '../../core/index.ts'
import type { FileStore } from '../file-store.ts'
import type { PostgresQuery, PostgresSession } from './postgres-connection.ts'

export interface PaperFiles {
  /** Stores a file in the transaction of the row that refers to it; returns its id. */
  keep(query: PostgresQuery, bytes: Uint8Array): Promise<string>
  /** Returns null if the file is not listed, or its content has changed. */
  read(query: PostgresQuery, id: string): Promise<Uint8Array | null>
  /** Deletes unreferenced files from the database, in the transaction that deletes the rows that referred to them. */
  forget(query: PostgresQuery): Promise<void>
  /** Deletes unreferenced files from the other store, after that transaction. `done` begins the message of a failure. */
  removeUnnamed(session: PostgresSession, done: string): Promise<void>
}

/** Files removed in one transaction, during which no file can be added. Chosen, not measured. */
const REMOVED_AT_ONCE = 100
const UNNAMED = 'NOT EXISTS (SELECT FROM gloss.job WHERE job.file = file.id)'

/** A store of files in the database itself. */
export function postgresFileStore(query: PostgresQuery, shown: string): FileStore {
  return {
    shown,
    async put(id, bytes) {
      await query(
        `INSERT INTO gloss.file VALUES ($1, $2)
         ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes WHERE file.bytes IS NULL`,
        [id, bytes],
      )
    },
    async get(id) {
      const [row] = await query<{ bytes: Uint8Array | null }>('SELECT bytes FROM gloss.file WHERE id = $1', [
        id,
      ])
      return row?.bytes ?? null
    },
    async delete(id) {
      await query('DELETE FROM gloss.file WHERE id = $1', [id])
    },
  }
}

/** `elsewhere` is the store for new files; files already in the database stay there. */
export function openPaperFiles(shown: string, elsewhere: FileStore | null): PaperFiles {
  return {
    async keep(query, bytes) {
      const id = contentId(bytes)
      if (elsewhere !== null)
        await query('INSERT INTO gloss.file (id) VALUES ($1) ON CONFLICT (id) DO NOTHING', [id])
      await (elsewhere ?? postgresFileStore(query, shown)).put(id, bytes)
      return id
    },
    async read(query, id) {
      const own = await postgresFileStore(query, shown).get(id)
      if (own !== null) return own
      const listed = await query('SELECT FROM gloss.file WHERE id = $1', [id])
      if (listed.length === 0) return null
      if (elsewhere === null) throw folderMismatch(shown)
      const bytes = await elsewhere.get(id)
      return bytes !== null && contentId(bytes) === id ? bytes : null
    },
    async forget(query) {
      await query(`DELETE FROM gloss.file WHERE bytes IS NOT NULL AND ${UNNAMED}`)
    },
    async removeUnnamed(session, done) {
      if (elsewhere === null) return
      try {
        while ((await removeSome(session, elsewhere)) === REMOVED_AT_ONCE);
      } catch (error) {
        if (!isGlossError(error)) throw error
        const message = `${done}: ${error.message} They will be removed with the next corpus that is deleted.`
        throw new GlossError(error.code, message, error.facts, error)
      }
    },
  }
}

async function removeSome(session: PostgresSession, elsewhere: FileStore): Promise<number> {
  return await session.transaction(async (query) => {
    await lockFiles(query)
    const unnamed = await query<{ id: string }>(
      `SELECT id FROM gloss.file WHERE bytes IS NULL AND ${UNNAMED} LIMIT ${REMOVED_AT_ONCE}`,
    )
    const ids = unnamed.map(({ id }) => id)
    await Promise.all(ids.map((id) => elsewhere.delete(id)))
    await query('DELETE FROM gloss.file WHERE id = ANY ($1)', [ids])
    return ids.length
  })
}

/** Makes other processes that add files wait until the transaction ends. */
export async function lockFiles(query: PostgresQuery): Promise<void> {
  await query('LOCK TABLE gloss.file IN SHARE ROW EXCLUSIVE MODE')
}

function folderMismatch(shown: string): GlossError {
  const message = `The file is not in ${shown}: it was stored where GLOSS_FILES pointed then. Set GLOSS_FILES to the same place for this process.`
  return new GlossError('CONFIG_INVALID', message, {})
}

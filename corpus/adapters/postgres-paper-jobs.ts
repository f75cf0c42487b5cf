/** Papers that wait to be read, in PostgreSQL. A claim is a lock of a connection: however its worker ends, it ends with it. */
import { contentId } from '../../core/index.ts'
import { type ClaimedJobs, MOST_STARTS, type PaperJob, type PaperJobs } from '../paper-jobs.ts'
import type { PostgresServer, PostgresSession } from './postgres-connection.ts'

/** Jobs looked at for one that nobody holds: as many workers as may hold the first ones. Chosen, not measured. */
const LOOKED_AT = 256

interface JobRow {
  readonly id: number
  readonly corpus: string
  readonly starts: number
}

/** `prepared` makes the tables where they are missing; it is called ahead of every statement. */
export function openPostgresPaperJobs(server: PostgresServer, prepared: () => Promise<void>): PaperJobs {
  return {
    async add(corpus, topic, papers) {
      await prepared()
      let added = 0
      for (const { path, bytes } of papers) {
        const file = contentId(bytes)
        await server.query('INSERT INTO gloss.file VALUES ($1, $2) ON CONFLICT (id) DO NOTHING', [
          file,
          bytes,
        ])
        const rows = await server.query(
          `INSERT INTO gloss.job (corpus, topic, path, file) VALUES ($1, $2, $3, $4)
           ON CONFLICT (corpus, path, file) DO UPDATE SET state = 'waiting', starts = 0, detail = ''
             WHERE job.state IN ('failed', 'cancelled') RETURNING id`,
          [corpus, topic, path, file],
        )
        added += rows.length
      }
      return added
    },
    async claim(most) {
      await prepared()
      const session = await server.session()
      try {
        const ids = await lockFree(session, most)
        if (ids.length > 0) return await claimed(session, ids)
      } catch (error) {
        session.release()
        throw error
      }
      session.release()
      return null
    },
    async cancel(corpus) {
      await prepared()
      const session = await server.session()
      try {
        const ids = await lockFree(session, null, corpus)
        await session.query(`UPDATE gloss.job SET state = 'cancelled' WHERE id = ANY ($1)`, [ids])
        return ids.length
      } finally {
        session.release()
      }
    },
    async counts() {
      await prepared()
      return await server.query(
        'SELECT corpus, state, count(*) AS jobs FROM gloss.job GROUP BY corpus, state ORDER BY corpus, state',
      )
    },
    async bytes(paper) {
      await prepared()
      const [row] = await server.query<{ bytes: Uint8Array }>('SELECT bytes FROM gloss.file WHERE id = $1', [
        paper,
      ])
      return row?.bytes ?? null
    },
  }
}

/** Locks waiting jobs of one corpus that nobody holds; what was begun too often fails instead. */
async function lockFree(
  session: PostgresSession,
  most: number | null,
  corpus: string | null = null,
): Promise<number[]> {
  const waiting = await session.query<JobRow>(
    `SELECT id, corpus, starts FROM gloss.job WHERE state = 'waiting' AND ($1::text IS NULL OR corpus = $1) ORDER BY id LIMIT $2`,
    [corpus, most === null ? null : LOOKED_AT],
  )
  const ids: number[] = []
  let of = corpus
  for (const { id, corpus: its, starts } of waiting) {
    if (most !== null && ids.length >= most) break
    // Numbers below 0 are locks of jobs; those of corpora are above.
    if ((of !== null && its !== of) || !(await session.tryLock(-id))) continue
    if (most !== null && starts >= MOST_STARTS) {
      await session.query(`UPDATE gloss.job SET state = 'failed', detail = $2 WHERE id = $1`, [
        id,
        `begun ${starts} times and never ended`,
      ])
      continue
    }
    of = its
    ids.push(id)
  }
  // Another one may have ended a job between the list and the lock.
  const held = await session.query<{ id: number }>(
    `SELECT id FROM gloss.job WHERE id = ANY ($1) AND state = 'waiting' ORDER BY id`,
    [ids],
  )
  return held.map(({ id }) => id)
}

async function claimed(session: PostgresSession, ids: readonly number[]): Promise<ClaimedJobs> {
  await session.query('UPDATE gloss.job SET starts = starts + 1 WHERE id = ANY ($1)', [ids])
  const jobs = await session.query<PaperJob>(
    `SELECT job.id, corpus, topic, path, bytes FROM gloss.job JOIN gloss.file ON file.id = job.file WHERE job.id = ANY ($1) ORDER BY job.id`,
    [ids],
  )
  return {
    jobs,
    async finish(id, state, detail) {
      await session.query('UPDATE gloss.job SET state = $2, detail = $3 WHERE id = $1', [id, state, detail])
    },
    async giveBack() {
      await session.query(
        `UPDATE gloss.job SET starts = starts - 1 WHERE id = ANY ($1) AND state = 'waiting'`,
        [ids],
      )
    },
    async [Symbol.asyncDispose]() {
      session.release()
    },
  }
}

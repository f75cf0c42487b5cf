/** Papers that wait to be read, in PostgreSQL. A claim is a lock of a connection: however its worker ends, it ends with it. */
import { contentId } from '../../core/index.ts'
import { type ClaimedJobs, MOST_STARTS, type PaperJob, type PaperJobs } from '../paper-jobs.ts'
import type { PostgresQuery, PostgresServer, PostgresSession } from './postgres-connection.ts'

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
        const rows = await server.query(
          `${KEEP_FILE} INSERT INTO gloss.job (file, corpus, path, topic) VALUES ($1, $3, $4, $5)
           ON CONFLICT (corpus, path, file) DO UPDATE SET state = 'waiting', starts = 0, detail = ''
             WHERE job.state IN ('failed', 'cancelled') RETURNING id`,
          [contentId(bytes), bytes, corpus, path, topic],
        )
        added += rows.length
      }
      return added
    },
    async claim(most) {
      await prepared()
      using ends = new DisposableStack()
      const session = ends.use(await server.session())
      const ids = await lockFree(session, most)
      if (ids.length === 0) return null
      const held = await claimed(session, ids)
      ends.move()
      return held
    },
    async cancel(corpus) {
      await prepared()
      using session = await server.session()
      const ids = await lockFree(session, null, corpus)
      await session.query(`UPDATE gloss.job SET state = 'cancelled' WHERE id = ANY ($1)`, [ids])
      return ids.length
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

/** A file and what names it come in one statement, so that a file which nothing names can be removed. */
const KEEP_FILE = 'WITH kept AS (INSERT INTO gloss.file VALUES ($1, $2) ON CONFLICT (id) DO NOTHING)'

/** Keeps the bytes of a paper that was read from an upload, as of one whose job is done. */
export async function keepPaperFile(query: PostgresQuery, corpus: string, bytes: Uint8Array): Promise<void> {
  await query(
    `${KEEP_FILE} INSERT INTO gloss.job (file, corpus, path, state, detail) VALUES ($1, $3, 'upload', 'done', 'kept')
     ON CONFLICT (corpus, path, file) DO NOTHING`,
    [contentId(bytes), bytes, corpus],
  )
}

/** Forgets the papers of a corpus that is deleted, within the transaction that deletes it, and the files that no other corpus has. */
export async function forgetPapersOf(query: PostgresQuery, corpus: string): Promise<void> {
  // Those who add files wait until it is done.
  await query('LOCK TABLE gloss.file IN SHARE ROW EXCLUSIVE MODE')
  await query('DELETE FROM gloss.job WHERE corpus = $1', [corpus])
  await query('DELETE FROM gloss.file WHERE NOT EXISTS (SELECT FROM gloss.job WHERE job.file = file.id)')
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
      session[Symbol.dispose]()
    },
  }
}

/** The queue of papers to be read, in PostgreSQL. A claim is a lock of a connection, so it ends with its worker, however that ends. */
import { type ClaimedJobs, MAX_STARTS, type PaperJob, type PaperJobs } from '../paper-jobs.ts'
import type { PostgresQuery, PostgresServer, PostgresSession } from './postgres-connection.ts'
import { lockFiles, type PaperFiles } from './postgres-files.ts'

/** Jobs searched for a free one: at most this many can be held by other workers before it. Chosen, not measured. */
const LOOKED_AT = 256

interface JobRow {
  readonly id: number
  readonly corpus: string
  readonly starts: number
}

export function openPostgresPaperJobs(server: PostgresServer, files: PaperFiles): PaperJobs {
  return {
    async add(corpus, topic, papers) {
      using session = await server.session()
      let added = 0
      for (const { path, bytes } of papers)
        added += await session.transaction(async (query) => {
          const rows = await query(
            `INSERT INTO gloss.job (file, corpus, path, topic) VALUES ($1, $2, $3, $4)
             ON CONFLICT (corpus, path, file) DO UPDATE SET state = 'waiting', starts = 0, detail = '', topic = excluded.topic
               WHERE job.state IN ('failed', 'cancelled') RETURNING id`,
            [await files.keep(query, bytes), corpus, path, topic],
          )
          return rows.length
        })
      return added
    },
    async claim(most) {
      using ends = new DisposableStack()
      const session = ends.use(await server.session())
      const ids = await lockFree(session, most)
      if (ids.length === 0) return null
      const held = await claimed(session, ids, files)
      ends.move()
      return held
    },
    async cancel(corpus) {
      using session = await server.session()
      const ids = await lockFree(session, null, corpus)
      await session.query(`UPDATE gloss.job SET state = 'cancelled' WHERE id = ANY ($1)`, [ids])
      return ids.length
    },
    counts: () =>
      server.query(
        `SELECT corpus, state, count(*) AS jobs FROM gloss.job WHERE detail <> 'file alone'
         GROUP BY corpus, state ORDER BY corpus, state`,
      ),
    async keep(corpus, bytes) {
      using session = await server.session()
      await session.transaction(async (query) => {
        await query(
          `INSERT INTO gloss.job (file, corpus, path, state, detail) VALUES ($1, $2, '', 'done', 'file alone')
           ON CONFLICT (corpus, path, file) DO NOTHING`,
          [await files.keep(query, bytes), corpus],
        )
      })
    },
    async forget(corpus, papers) {
      using session = await server.session()
      await session.transaction(async (query) => await forgetPapersOf(query, files, corpus, papers))
      await files.removeUnnamed(session, 'The papers are removed, but not all their files')
    },
    async unkept(corpus, papers) {
      const rows = await server.query<{ paper: string }>(
        `SELECT paper FROM unnest($2::text[]) AS paper
         WHERE NOT EXISTS (SELECT FROM gloss.job WHERE job.corpus = $1 AND job.file = paper)`,
        [corpus, papers],
      )
      return rows.map(({ paper }) => paper)
    },
    bytes: (paper) => files.read(server.query, paper),
  }
}

/**
 * Forgets all papers of a corpus, in the transaction that deletes it, or only `papers` that are not waiting; then unreferenced files.
 */
export async function forgetPapersOf(
  query: PostgresQuery,
  files: PaperFiles,
  corpus: string,
  papers: readonly string[] | null = null,
): Promise<void> {
  await lockFiles(query)
  await query(
    `DELETE FROM gloss.job WHERE corpus = $1 AND ($2::text[] IS NULL OR (file = ANY ($2) AND state <> 'waiting'))`,
    [corpus, papers],
  )
  await files.forget(query)
}

/** Locks waiting jobs of one corpus that no worker holds; a job that was started too often is failed instead. */
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
    // Negative keys are locks of jobs; positive ones are locks of corpora.
    if ((of !== null && its !== of) || !(await session.tryLock(-id))) continue
    if (most !== null && starts >= MAX_STARTS) {
      await session.query(`UPDATE gloss.job SET state = 'failed', detail = $2 WHERE id = $1`, [
        id,
        `started ${starts} times and never finished`,
      ])
      continue
    }
    of = its
    ids.push(id)
  }
  // Another worker may have ended a job between the list and the lock.
  const held = await session.query<{ id: number }>(
    `SELECT id FROM gloss.job WHERE id = ANY ($1) AND state = 'waiting' ORDER BY id`,
    [ids],
  )
  return held.map(({ id }) => id)
}

async function claimed(
  session: PostgresSession,
  ids: readonly number[],
  files: PaperFiles,
): Promise<ClaimedJobs> {
  await session.query('UPDATE gloss.job SET starts = starts + 1 WHERE id = ANY ($1)', [ids])
  async function finish(id: number, state: string, detail: string): Promise<void> {
    await session.query('UPDATE gloss.job SET state = $2, detail = $3 WHERE id = $1', [id, state, detail])
  }
  async function giveBack(): Promise<void> {
    await session.query(
      `UPDATE gloss.job SET starts = starts - 1 WHERE id = ANY ($1) AND state = 'waiting'`,
      [ids],
    )
  }
  const rows = await session.query<Omit<PaperJob, 'bytes'> & { file: string }>(
    'SELECT id, corpus, topic, path, file FROM gloss.job WHERE id = ANY ($1) ORDER BY id',
    [ids],
  )
  const jobs: PaperJob[] = []
  try {
    for (const { file, ...job } of rows) {
      const bytes = await files.read(session.query, file)
      if (bytes === null) await finish(job.id, 'failed', 'its file is gone: queue it again')
      else jobs.push({ ...job, bytes })
    }
  } catch (error) {
    // A failure to read files is not the papers' fault.
    await giveBack()
    throw error
  }
  return {
    jobs,
    finish,
    giveBack,
    async [Symbol.asyncDispose]() {
      session[Symbol.dispose]()
    },
  }
}

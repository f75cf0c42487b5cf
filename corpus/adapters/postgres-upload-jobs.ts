/** The queue of uploads to be read, in PostgreSQL, with their files in pieces. A claim is a lock and ends with its process's connection. */
import { MAX_STARTS } from '../paper-jobs.ts'
import {
  type ClaimedUpload,
  KEPT_UPLOADS,
  type NewUpload,
  type UploadEnding,
  type UploadEvent,
  type UploadedFile,
  type UploadJob,
  type UploadJobs,
} from '../upload-jobs.ts'
import type { PostgresQuery, PostgresServer, PostgresSession } from './postgres-connection.ts'
import { lockKey } from './postgres-shared.ts'

/** Largest part of a file that a process has in memory at once. Chosen, not measured. */
const PIECE_BYTES = 4 * 1024 * 1024
const OPEN = `state IN ('waiting', 'running')`

interface UploadRow {
  readonly job: string
  readonly request: string
  readonly is_cancelled: boolean
  readonly starts: number
}

type KeptRequest = Pick<ClaimedUpload, 'request' | 'files'>

export function openPostgresUploadJobs(server: PostgresServer): UploadJobs {
  const { query } = server

  async function claimOf(ids: readonly string[]): Promise<ClaimedUpload | null> {
    using ends = new DisposableStack()
    const session = ends.use(await server.session())
    for (const id of ids) {
      const key = lockKey(`upload ${id}`)
      if (!(await session.tryLock(key))) continue
      const claimed = await begun(session, id)
      if (claimed !== null) {
        ends.move()
        return claimed
      }
      await session.unlock(key)
    }
    return null
  }

  return {
    add: (upload) => add(server, upload),
    async list() {
      const rows = await query<UploadRow>('SELECT job FROM gloss.upload ORDER BY seq DESC')
      return rows.map(jobOf)
    },
    async get(id) {
      const [row] = await query<UploadRow>('SELECT job FROM gloss.upload WHERE id = $1', [id])
      return row === undefined ? null : jobOf(row)
    },
    async eventsAfter(id, number) {
      const rows = await query<{ number: number; type: UploadEvent['type']; data: string }>(
        'SELECT number, type, data FROM gloss.upload_event WHERE upload = $1 AND number > $2 ORDER BY number',
        [id, number],
      )
      return rows.map(({ data, ...event }) => ({ ...event, data: JSON.parse(data) }))
    },
    async progress(ids) {
      const events = '(SELECT count(*) FROM gloss.upload_event WHERE upload = id) AS events'
      const rows = await query<{ id: string; events: number; is_open: boolean }>(
        `SELECT id, ${OPEN} AS is_open, ${events} FROM gloss.upload WHERE id = ANY ($1)`,
        [ids],
      )
      return rows.map(({ id, events, is_open }) => ({ id, events, isEnded: !is_open }))
    },
    async cancel(id) {
      await query('UPDATE gloss.upload SET is_cancelled = true WHERE id = $1', [id])
      // If no process works on the job, claiming it ends it.
      await using _ = await claimOf([id])
    },
    async isBusy(corpus) {
      const text = `SELECT FROM gloss.upload WHERE corpus = $1 AND ${OPEN} LIMIT 1`
      return (await query(text, [corpus])).length > 0
    },
    async claim(except) {
      const text = `SELECT id FROM gloss.upload WHERE ${OPEN} AND corpus <> ALL ($1) ORDER BY seq`
      const open = await query<{ id: string }>(text, [except])
      return open.length === 0 ? null : await claimOf(open.map(({ id }) => id))
    },
  }
}

async function add(server: PostgresServer, { id, corpus, request, files }: NewUpload): Promise<UploadJob> {
  const job = newJob(id, corpus, files)
  const kept: KeptRequest = { request, files: files.map(({ name, file }) => ({ name, file })) }
  using session = await server.session()
  await session.transaction(async (query) => {
    await query(
      `INSERT INTO gloss.upload (id, corpus, state, request, job) VALUES ($1, $2, 'waiting', $3, '')`,
      [id, corpus, JSON.stringify(kept)],
    )
    for (const [at, { content }] of files.entries()) await putPieces(query, id, at, content())
    await change(query, job)
  })
  return job
}

/** Ends the jobs of a corpus that is deleted, within the transaction that deletes it. */
export async function endUploadsOf(query: PostgresQuery, corpus: string): Promise<void> {
  const rows = await query<UploadRow>(`SELECT job FROM gloss.upload WHERE corpus = $1 AND ${OPEN}`, [corpus])
  const message = `The corpus ${corpus} was deleted.`
  const failure = { code: 'CORPUS_NOT_FOUND' as const, message, facts: { corpus } }
  for (const row of rows) await endIn(query, jobOf(row), { state: 'failed', failure })
}

/** Starts a claimed job; returns null if it has ended, or is ended here. */
async function begun(session: PostgresSession, id: string): Promise<ClaimedUpload | null> {
  const { query } = session
  const [row] = await query<UploadRow>(
    `SELECT job, request, is_cancelled, starts FROM gloss.upload WHERE id = $1 AND ${OPEN}`,
    [id],
  )
  if (row === undefined) return null
  const ending = row.is_cancelled ? ({ state: 'cancelled' } as const) : endingAfter(row.starts)
  if (ending !== null) {
    await session.transaction((inTransaction) => endIn(inTransaction, jobOf(row), ending))
    return null
  }
  await query('UPDATE gloss.upload SET starts = starts + 1 WHERE id = $1', [id])
  const job: UploadJob = { ...jobOf(row), state: 'running', started: now(), papers: 0 }
  await change(query, job)
  return claimed(session, job, JSON.parse(row.request) as KeptRequest)
}

function endingAfter(starts: number): UploadEnding | null {
  if (starts < MAX_STARTS) return null
  const message = `The job was started ${starts} times and never finished; send its files again, fewer at a time.`
  return { state: 'failed', failure: { code: 'FILE_UNREADABLE', message, facts: {} } }
}

function claimed(session: PostgresSession, begun: UploadJob, { request, files }: KeptRequest): ClaimedUpload {
  const { query } = session
  const { id } = begun
  let job = begun
  return {
    job,
    request,
    files,
    content: (at) => piecesOf(query, id, at),
    async isWanted() {
      const text = `SELECT FROM gloss.upload WHERE id = $1 AND NOT is_cancelled AND ${OPEN}`
      return (await query(text, [id])).length > 0
    },
    async paperEnded(data) {
      job = { ...job, papers: job.papers + 1 }
      await change(query, job, data)
    },
    async end(ending) {
      await session.transaction(async (inTransaction) => await endIn(inTransaction, job, ending))
    },
    async giveBack() {
      await query('UPDATE gloss.upload SET starts = starts - 1 WHERE id = $1', [id])
      job = { ...job, state: 'waiting', started: null, papers: 0 }
      await change(query, job)
    },
    async [Symbol.asyncDispose]() {
      session[Symbol.dispose]()
    },
  }
}

/** Stores the job's present state with its event; a job that has ended stays as it is. */
async function change(query: PostgresQuery, job: UploadJob, paperEnded?: object): Promise<void> {
  const type: UploadEvent['type'] = paperEnded === undefined ? 'job-changed' : 'paper-ended'
  await query(
    `WITH changed AS (UPDATE gloss.upload SET state = $2, job = $3 WHERE id = $1 AND ${OPEN} RETURNING id)
     INSERT INTO gloss.upload_event (upload, number, type, data)
     SELECT id, (SELECT count(*) + 1 FROM gloss.upload_event WHERE upload = $1), $4, $5 FROM changed`,
    [job.id, job.state, JSON.stringify(job), type, JSON.stringify(paperEnded ?? job)],
  )
}

async function endIn(query: PostgresQuery, job: UploadJob, ending: UploadEnding): Promise<void> {
  const ended: UploadJob = { ...job, ...ending, ended: now() }
  await query('DELETE FROM gloss.upload_piece WHERE upload = $1', [job.id])
  await change(query, ended)
  await query(
    `DELETE FROM gloss.upload WHERE NOT ${OPEN} AND seq <= (SELECT seq FROM gloss.upload WHERE NOT ${OPEN} ORDER BY seq DESC OFFSET $1 LIMIT 1)`,
    [KEPT_UPLOADS],
  )
}

async function putPieces(
  query: PostgresQuery,
  id: string,
  at: number,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  let part = 0
  for await (const chunk of content)
    for (let from = 0; from < chunk.byteLength; from += PIECE_BYTES)
      await query('INSERT INTO gloss.upload_piece VALUES ($1, $2, $3, $4)', [
        id,
        at,
        part++,
        chunk.subarray(from, from + PIECE_BYTES),
      ])
}

async function* piecesOf(query: PostgresQuery, id: string, at: number): AsyncIterable<Uint8Array> {
  for (let part = 0; ; part++) {
    const [row] = await query<{ bytes: Uint8Array }>(
      'SELECT bytes FROM gloss.upload_piece WHERE upload = $1 AND file = $2 AND part = $3',
      [id, at, part],
    )
    if (row === undefined) return
    yield row.bytes
  }
}

function newJob(id: string, corpus: string, files: readonly UploadedFile[]): UploadJob {
  const names = files.map(({ name }) => name)
  const open = { started: null, ended: null, papers: 0, result: null, failure: null }
  return { id, corpus, state: 'waiting', files: names, created: now(), ...open }
}

function jobOf({ job }: Pick<UploadRow, 'job'>): UploadJob {
  return JSON.parse(job) as UploadJob
}

function now(): string {
  return new Date().toISOString()
}

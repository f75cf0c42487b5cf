/**
 * Long work that a client started and does not wait for. A few jobs run at a time over all corpora and one per corpus, first come first
 * served. Jobs are kept with their latest events until the server stops, and the oldest finished ones are removed first.
 */
import { randomUUID } from 'node:crypto'
import { type IngestListener, ingestPaths, removeUnkeptFiles } from '../../app/ingest/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { GlossError, isGlossError, sleep, systemClock } from '../../core/index.ts'
import { withoutFolders } from '../http/client-paths.ts'
import { asGlossError, isForOperator, problemOf } from '../http/problem.ts'
import type { Job, JobRequest, JobStart, Jobs } from './job.ts'
import { change, emit, type JobEntry, newEntry, now } from './job-entry.ts'
import { createJobLine } from './job-line.ts'

/** How to start a job. `id`: of one that another server had accepted. Default: a new id. */
export type QueuedStart = Pick<JobStart, 'prepare' | 'onEnd'> & { readonly id?: string }

/** Jobs of this process only. */
export interface JobQueue extends Omit<Jobs, 'start' | 'resume'> {
  start(files: readonly string[], request: JobRequest, options: QueuedStart): Promise<Job>
}

export interface JobQueueOptions {
  /** Aborting ends all jobs. */
  readonly signal: AbortSignal
  /** Called with errors that are bugs of Gloss, under the id that the job's problem names. */
  readonly onFault: (error: unknown, job: string) => void
}

// Number of jobs kept. Chosen, not measured.
const KEPT_JOBS = 200
/** Time between two tries of a job whose corpus another process writes to. Chosen, not measured. */
const TRY_AGAIN_MS = 1_000

export function createJobQueue(gloss: Gloss, options: JobQueueOptions): JobQueue {
  const { signal } = options
  const { jobs: maxAtOnce, workers: maxChildren } = gloss.config
  const entries = new Map<string, JobEntry>()
  const { run, removeFiles } = createJobWork(gloss, options, () => [...entries.values()])
  const line = createJobLine<JobEntry>({
    maxAtOnce,
    maxChildren,
    corpusOf: ({ job }) => job.corpus,
    async run(entry, children) {
      try {
        end(entry, await run(entry, children))
      } finally {
        entry.onEnd()
      }
    },
  })
  signal.addEventListener('abort', () => line.waiting().map(leaveLine), { once: true })

  function leaveLine(entry: JobEntry): void {
    if (!line.remove(entry)) return
    end(entry, { state: 'cancelled' })
    void removeFiles(entry).finally(entry.onEnd)
  }

  function end(entry: JobEntry, parts: Partial<Job>): void {
    change(entry, { ...parts, waitsFor: null, ended: now() })
    const ended = [...entries.values()].filter(({ job }) => job.ended !== null)
    for (const { job } of ended.slice(0, Math.max(0, entries.size - KEPT_JOBS))) entries.delete(job.id)
  }

  function entryOf(id: string): JobEntry {
    const entry = entries.get(id)
    if (entry === undefined) throw new GlossError('JOB_NOT_FOUND', `There is no job ${id}.`, { job: id })
    return entry
  }

  return {
    async start(files, request, { id = randomUUID(), prepare, onEnd }) {
      const entry = newEntry({ id, files, request, onEnd })
      const { job } = entry
      entries.set(job.id, entry)
      try {
        await prepare()
        if (signal.aborted) throw new GlossError('STOPPING', 'The server is shutting down.')
      } catch (error) {
        entries.delete(job.id)
        throw error
      }
      emit(entry, 'job-changed', job)
      line.add(entry)
      return job
    },
    list: async () => [...entries.values()].map(({ job }) => job).reverse(),
    get: async (id) => entryOf(id).job,
    async cancel(id) {
      const entry = entryOf(id)
      entry.stop.abort()
      leaveLine(entry)
      return entry.job
    },
    eventsAfter: async (id, number) => entryOf(id).events.filter((event) => event.number > number),
    watch(id, listener) {
      const { listeners } = entryOf(id)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isBusy: async (corpus) =>
      [...entries.values()].some(({ job }) => job.corpus === corpus && job.ended === null),
    settled: () => line.settled(),
  }
}

/** Does the work as soon as no other process writes to the corpus; until then the job's state says that it waits. */
async function retryWhileBusy<Result>(
  entry: JobEntry,
  stop: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!isGlossError(error, 'CORPUS_BUSY')) throw error
      if (entry.job.state === 'running')
        change(entry, { state: 'waiting', waitsFor: problemOf(error, entry.job.id).detail })
      await sleep(systemClock, TRY_AGAIN_MS, stop)
    }
}

function createJobWork(
  gloss: Gloss,
  { signal, onFault }: JobQueueOptions,
  allEntries: () => readonly JobEntry[],
) {
  /** Removes the job's files, except those that other jobs also name. A server that is stopping removes none. */
  async function removeFiles({ job: { id, corpus }, request }: JobEntry): Promise<void> {
    if (signal.aborted) return
    const others = allEntries().filter(({ job }) => job.id !== id && job.ended === null)
    const wanted = new Set(others.flatMap(({ request: { paths } }) => paths))
    const unwanted = request.paths.filter((path) => !wanted.has(path))
    using hold = gloss.hold()
    try {
      await hold.run(() => removeUnkeptFiles(gloss, corpus, unwanted))
    } catch (error) {
      onFault(error, id)
    }
  }

  async function ingest(entry: JobEntry, workers: number, stop: AbortSignal): Promise<Partial<Job>> {
    const onEvent: IngestListener = (event) => {
      entry.job = { ...entry.job, papers: entry.job.papers + 1 }
      emit(entry, 'paper-ended', withoutFolders(event))
    }
    // From here on this job has the corpus.
    const onFound = () => {
      if (entry.job.waitsFor !== null) change(entry, { state: 'running', waitsFor: null })
    }
    try {
      const result = await retryWhileBusy(entry, stop, () =>
        ingestPaths(gloss, { workers, ...entry.request, onFound }, onEvent, stop),
      )
      return { state: result.interrupted ? 'cancelled' : 'done', result }
    } catch (error) {
      if (stop.aborted) return { state: 'cancelled' }
      const known = asGlossError(error)
      if (isForOperator(known.code)) onFault(error, entry.job.id)
      return { state: 'failed', problem: problemOf(known, entry.job.id) }
    }
  }

  return {
    removeFiles,
    /** Returns how the job ended. */
    async run(entry: JobEntry, workers: number): Promise<Partial<Job>> {
      const stop = AbortSignal.any([signal, entry.stop.signal])
      using hold = gloss.hold()
      // Lets the client that started the job see it as waiting first.
      await Promise.resolve()
      change(entry, { state: 'running', started: now() })
      try {
        return await hold.run(() => ingest(entry, workers, stop))
      } finally {
        await removeFiles(entry)
      }
    },
  }
}

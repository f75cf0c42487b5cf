/**
 * Long work that a client started and does not wait for. One job at a time per corpus, in the order they came; jobs are
 * kept with their events until the server stops, the oldest finished ones making room.
 */
import { randomUUID } from 'node:crypto'
import {
  type Gloss,
  type IngestListener,
  type IngestRequest,
  type IngestResult,
  ingestPaths,
} from '../../app/index.ts'
import { GlossError } from '../../core/index.ts'
import { withoutFolders } from '../http/client-paths.ts'
import { asGlossError, type Problem, problemOf } from '../http/problem.ts'

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

export interface Job {
  readonly id: string
  readonly corpus: string
  readonly state: JobState
  /** Names of the uploaded files. */
  readonly files: readonly string[]
  readonly created: string
  readonly started: string | null
  readonly ended: string | null
  /** Papers that came to their end so far. */
  readonly papers: number
  readonly result: IngestResult | null
  readonly problem: Problem | null
}

/** `number` counts from 1 within a job: what a client names as `Last-Event-ID`. */
export interface JobEvent {
  readonly number: number
  readonly type: 'job-changed' | 'paper-ended'
  readonly data: unknown
}

export interface JobQueue {
  /** `id`: of a job that another server had accepted. */
  start(files: readonly string[], request: IngestRequest & { readonly corpus: string }, id?: string): Job
  list(): Job[]
  /** Throws `JOB_NOT_FOUND`, as do the others. */
  get(id: string): Job
  /** Ends a waiting or running job; what it finished stays. A job that has ended stays as it is. */
  cancel(id: string): Job
  eventsAfter(id: string, number: number): readonly JobEvent[]
  /** Calls back at each new event; returns how to stop that. */
  watch(id: string, listener: () => void): () => void
  isBusy(corpus: string): boolean
  /** Resolves when no job runs any more. */
  settled(): Promise<void>
}

export interface JobQueueOptions {
  /** Ends all jobs. */
  readonly signal: AbortSignal
  /** Told of failures that are faults of ours, under the id that the job's problem names. */
  readonly onFault: (error: unknown, job: string) => void
}

interface Entry {
  job: Job
  readonly events: JobEvent[]
  readonly listeners: Set<() => void>
  readonly stop: AbortController
}

// Jobs with an event a paper, some 300 bytes each. Chosen, not measured.
const KEPT_JOBS = 200

export function createJobQueue(gloss: Gloss, { signal, onFault }: JobQueueOptions): JobQueue {
  const entries = new Map<string, Entry>()
  const lastOf = new Map<string, Promise<void>>()

  function emit(entry: Entry, type: JobEvent['type'], data: unknown): void {
    entry.events.push({ number: entry.events.length + 1, type, data })
    for (const listener of entry.listeners) listener()
  }

  function change(entry: Entry, parts: Partial<Job>): void {
    entry.job = { ...entry.job, ...parts }
    emit(entry, 'job-changed', entry.job)
  }

  async function run(entry: Entry, request: IngestRequest): Promise<void> {
    const stop = AbortSignal.any([signal, entry.stop.signal])
    if (stop.aborted) return end(entry, { state: 'cancelled' })
    change(entry, { state: 'running', started: now() })
    try {
      const onEvent: IngestListener = (event) => {
        entry.job = { ...entry.job, papers: entry.job.papers + 1 }
        emit(entry, 'paper-ended', withoutFolders(event))
      }
      const result = await ingestPaths(gloss, request, onEvent, stop)
      end(entry, { state: result.interrupted ? 'cancelled' : 'done', result })
    } catch (error) {
      if (stop.aborted) return end(entry, { state: 'cancelled' })
      const problem = problemOf(asGlossError(error), entry.job.id)
      if (problem.status >= 500) onFault(error, entry.job.id)
      end(entry, { state: 'failed', problem })
    }
  }

  function end(entry: Entry, parts: Partial<Job>): void {
    change(entry, { ...parts, ended: now() })
    const ended = [...entries.values()].filter(({ job }) => job.ended !== null)
    for (const { job } of ended.slice(0, Math.max(0, entries.size - KEPT_JOBS))) entries.delete(job.id)
  }

  function entryOf(id: string): Entry {
    const entry = entries.get(id)
    if (entry === undefined) throw new GlossError('JOB_NOT_FOUND', `There is no job ${id}.`, { job: id })
    return entry
  }

  return {
    start(files, request, id = randomUUID()) {
      const entry: Entry = {
        job: newJob(id, request.corpus, files),
        events: [],
        listeners: new Set(),
        stop: new AbortController(),
      }
      entries.set(entry.job.id, entry)
      emit(entry, 'job-changed', entry.job)
      const before = lastOf.get(request.corpus) ?? Promise.resolve()
      lastOf.set(
        request.corpus,
        before.then(() => run(entry, request)),
      )
      return entry.job
    },
    list: () => [...entries.values()].map(({ job }) => job).reverse(),
    get: (id) => entryOf(id).job,
    cancel(id) {
      const entry = entryOf(id)
      entry.stop.abort()
      return entry.job
    },
    eventsAfter: (id, number) => entryOf(id).events.slice(number),
    watch(id, listener) {
      const { listeners } = entryOf(id)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isBusy: (corpus) => [...entries.values()].some(({ job }) => job.corpus === corpus && job.ended === null),
    async settled() {
      await Promise.all(lastOf.values())
    },
  }
}

function newJob(id: string, corpus: string, files: readonly string[]): Job {
  return {
    id,
    corpus,
    state: 'waiting',
    files,
    created: now(),
    started: null,
    ended: null,
    papers: 0,
    result: null,
    problem: null,
  }
}

function now(): string {
  return new Date().toISOString()
}

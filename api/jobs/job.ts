/** A job as clients see it, its events, and its request. */
import type { IngestRequest, IngestResult } from '../../app/ingest/index.ts'
import type { Problem } from '../http/problem.ts'

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

export interface Job {
  readonly id: string
  readonly corpus: string
  readonly state: JobState
  /** Why a job whose turn it is still waits; else null. */
  readonly waitsFor: string | null
  /** Names of the uploaded files. */
  readonly files: readonly string[]
  readonly created: string
  readonly started: string | null
  readonly ended: string | null
  /** Number of papers that ended so far. */
  readonly papers: number
  readonly result: IngestResult | null
  readonly problem: Problem | null
}

/** An event. `number` counts from 1 within a job: the value that a client sends as `Last-Event-ID`. */
export interface JobEvent {
  readonly number: number
  readonly type: 'job-changed' | 'paper-ended'
  readonly data: unknown
}

export interface JobStart {
  /** Called before the papers are read, when no other job can remove its files any more. */
  readonly prepare: () => Promise<void>
  /** Readers of the files' contents as they were sent; `prepare` may move the files. */
  readonly contents: readonly (() => AsyncIterable<Uint8Array>)[]
  /** Called once, when the job has ended and none of its work is running. */
  readonly onEnd: () => void
}

/** Jobs as routes use them, wherever they are stored. */
export interface Jobs {
  /** Starts a job. If it throws, there is no job. */
  start(files: readonly string[], request: JobRequest, options: JobStart): Promise<Job>
  /** Returns the jobs, the newest first. */
  list(): Promise<Job[]>
  /** Returns a job. Throws `JOB_NOT_FOUND`, as do the functions below. */
  get(id: string): Promise<Job>
  /** Ends a waiting or running job; finished work stays. A job that has ended does not change. */
  cancel(id: string): Promise<Job>
  /** Returns the latest events; numbers of earlier ones may be missing. */
  eventsAfter(id: string, number: number): Promise<readonly JobEvent[]>
  /** Calls `listener` at each new event; returns a function that stops that. */
  watch(id: string, listener: () => void): () => void
  isBusy(corpus: string): Promise<boolean>
  /** Continues jobs that an earlier server accepted and did not finish. */
  resume(): Promise<void>
  /** Resolves when no job runs here any more. */
  settled(): Promise<void>
}

export interface JobRequest extends IngestRequest {
  readonly corpus: string
}

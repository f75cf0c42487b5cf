/** A job as clients see it, what happens in it, and what it was asked to do. */
import type { IngestRequest, IngestResult } from '../../app/ingest/index.ts'
import type { Problem } from '../http/problem.ts'

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

export interface Job {
  readonly id: string
  readonly corpus: string
  readonly state: JobState
  /** Why it waits although it is its turn; else null. */
  readonly waitsFor: string | null
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

export interface JobStart {
  /** Before the papers are read, when no other job can take its files away any more. */
  readonly prepare: () => Promise<void>
  /** Of each file, as it was sent; `prepare` may move it. */
  readonly contents: readonly (() => AsyncIterable<Uint8Array>)[]
  /** Called once, when the job has ended and nothing of it is at work. */
  readonly onEnd: () => void
}

/** Jobs as the routes have them, wherever they are kept. */
export interface Jobs {
  /** Where it throws, there was no job. */
  start(files: readonly string[], request: JobRequest, options: JobStart): Promise<Job>
  /** The newest first. */
  list(): Promise<Job[]>
  /** Throws `JOB_NOT_FOUND`, as do the others. */
  get(id: string): Promise<Job>
  /** Ends a waiting or running job; what it finished stays. A job that has ended stays as it is. */
  cancel(id: string): Promise<Job>
  /** The latest; numbers of earlier ones may be missing. */
  eventsAfter(id: string, number: number): Promise<readonly JobEvent[]>
  /** Calls back at each new event; returns how to stop that. */
  watch(id: string, listener: () => void): () => void
  isBusy(corpus: string): Promise<boolean>
  /** Goes on with what an earlier server had accepted and did not end. */
  resume(): Promise<void>
  /** Resolves when no job runs here any more. */
  settled(): Promise<void>
}

export interface JobRequest extends IngestRequest {
  readonly corpus: string
}

/** A job as clients see it, what happens in it, and what it was asked to do. */
import type { IngestRequest, IngestResult } from '../../app/ingest/index.ts'
import type { Problem } from '../http/problem.ts'

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

export interface JobRequest extends IngestRequest {
  readonly corpus: string
}

/** Queue of uploads to be read by any number of servers and workers: its jobs and operations. Adapters are in ./adapters. */
import type { GlossError } from '../core/index.ts'
import type { GatePolicy } from './gate-record.ts'

export interface UploadJob {
  readonly id: string
  readonly corpus: string
  readonly state: 'waiting' | 'running' | UploadEnding['state']
  /** Names of the files, as the client gave them. */
  readonly files: readonly string[]
  readonly created: string
  readonly started: string | null
  readonly ended: string | null
  /** Number of papers that were finished so far. */
  readonly papers: number
  /** Return value of the ingest. */
  readonly result: object | null
  readonly failure: Pick<GlossError, 'code' | 'message' | 'facts'> | null
}

export type UploadEnding = Partial<Pick<UploadJob, 'result' | 'failure'>> & {
  readonly state: 'done' | 'failed' | 'cancelled'
}

/** `number` counts from 1 within a job. `data` is the job at that time, or what became of a paper. */
export type UploadEvent = { readonly number: number } & (
  | { readonly type: 'job-changed'; readonly data: UploadJob }
  | { readonly type: 'paper-ended'; readonly data: object }
)

export interface UploadedFile {
  /** Name of the file, as the client gave it. */
  readonly name: string
  /** Name of the file in a corpus's folder for uploads. */
  readonly file: string
}

export interface UploadRequest {
  readonly topic?: string | undefined
  readonly policy?: GatePolicy | undefined
  readonly lookup?: boolean | undefined
}

export interface NewUpload extends Pick<UploadJob, 'id' | 'corpus'> {
  readonly request: UploadRequest
  readonly files: readonly (UploadedFile & { content(): AsyncIterable<Uint8Array> })[]
}

/** A job held by one process. If that process dies, the job can be claimed again at once. */
export interface ClaimedUpload extends AsyncDisposable {
  readonly job: UploadJob
  readonly request: UploadRequest
  readonly files: readonly UploadedFile[]
  /** Reads the content of the file at index `at` of `files`. */
  content(at: number): AsyncIterable<Uint8Array>
  /** Returns false if any process has cancelled or ended the job. */
  isWanted(): Promise<boolean>
  paperEnded(event: object): Promise<void>
  /** Ends the job, unless it has ended. Its files are deleted: those that papers were read from are stored with the papers. */
  end(ending: UploadEnding): Promise<void>
  /** Returns the job to the queue unchanged. */
  giveBack(): Promise<void>
}

export interface UploadJobs {
  /** Stores the job with its files, whole or not at all. */
  add(upload: NewUpload): Promise<UploadJob>
  /** Returns the jobs, newest first; of those that have ended, the latest. */
  list(): Promise<UploadJob[]>
  get(id: string): Promise<UploadJob | null>
  eventsAfter(id: string, number: number): Promise<UploadEvent[]>
  /** Returns the progress of these jobs, without unknown ones. */
  progress(
    ids: readonly string[],
  ): Promise<readonly { readonly id: string; readonly events: number; readonly isEnded: boolean }[]>
  /** Ends a job, or tells its worker to. A job that has ended stays as it is. */
  cancel(id: string): Promise<void>
  /** Returns whether a job of the corpus is waiting or running. */
  isBusy(corpus: string): Promise<boolean>
  /** Claims the oldest free job, unless its corpus is in `except`; returns null if there is none. */
  claim(except: readonly string[]): Promise<ClaimedUpload | null>
}

/** Number of ended jobs that are listed. Chosen, not measured. */
export const KEPT_UPLOADS = 200

/** Uploads that wait to be read, for any number of servers and workers: what a job is and what may be asked of them. Adapters live in ./adapters. */
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
  /** Papers that came to their end so far. */
  readonly papers: number
  /** What the ingest returned. */
  readonly result: object | null
  readonly failure: Pick<GlossError, 'code' | 'message' | 'facts'> | null
}

export type UploadEnding = Partial<Pick<UploadJob, 'result' | 'failure'>> & {
  readonly state: 'done' | 'failed' | 'cancelled'
}

/** `number` counts from 1 within a job. `data` is the job as it then was, or what became of a paper. */
export type UploadEvent = { readonly number: number } & (
  | { readonly type: 'job-changed'; readonly data: UploadJob }
  | { readonly type: 'paper-ended'; readonly data: object }
)

export interface UploadedFile {
  /** As the client gave it. */
  readonly name: string
  /** Its name in a corpus's folder for uploads. */
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

/** Held by one process; where that ends without a word, the job can be claimed again at once. */
export interface ClaimedUpload extends AsyncDisposable {
  readonly job: UploadJob
  readonly request: UploadRequest
  readonly files: readonly UploadedFile[]
  /** Of the file at this place of `files`. */
  content(at: number): AsyncIterable<Uint8Array>
  /** False where it was cancelled or has ended, whoever did that. */
  isWanted(): Promise<boolean>
  paperEnded(event: object): Promise<void>
  /** What has ended stays as it is. The files go: those that papers were read from are kept with the papers. */
  end(ending: UploadEnding): Promise<void>
  /** It waits again as if nobody had begun it. */
  giveBack(): Promise<void>
}

export interface UploadJobs {
  /** Stores the job with its files, whole or not at all. */
  add(upload: NewUpload): Promise<UploadJob>
  /** The newest first; of those that have ended, the latest. */
  list(): Promise<UploadJob[]>
  get(id: string): Promise<UploadJob | null>
  eventsAfter(id: string, number: number): Promise<UploadEvent[]>
  /** How far these have come; without those that are not there. */
  progress(
    ids: readonly string[],
  ): Promise<readonly { readonly id: string; readonly events: number; readonly isEnded: boolean }[]>
  /** Ends it, or tells who works on it to. What has ended stays as it is. */
  cancel(id: string): Promise<void>
  /** Whether a job of the corpus waits or is at work. */
  isBusy(corpus: string): Promise<boolean>
  /** The oldest that nobody holds, of other corpora than these; null where there is none. */
  claim(except: readonly string[]): Promise<ClaimedUpload | null>
}

/** Those that have ended and are listed. Chosen, not measured. */
export const KEPT_UPLOADS = 200

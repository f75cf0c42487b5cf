/** Queue of papers to be read by any number of workers: its jobs and operations. Adapters are in ./adapters. */

/** A submitted paper; its bytes are stored with the jobs, so that any machine can read them. */
export interface PaperToRead {
  /** Original path, shown to people; two papers with the same path and content are one job. */
  readonly path: string
  readonly bytes: Uint8Array
}

export type PaperJobState = 'waiting' | 'done' | 'failed' | 'cancelled'

export interface PaperJob extends PaperToRead {
  readonly id: number
  readonly corpus: string
  /** Requested topic, which applies if this is the corpus's first paper; null for the corpus's own topic. */
  readonly topic: string | null
}

/** Jobs held by one worker. If its process dies, they are waiting again at once. */
export interface ClaimedJobs extends AsyncDisposable {
  readonly jobs: readonly PaperJob[]
  /** Ends a job. `detail` tells people what became of the paper. */
  finish(id: number, state: Exclude<PaperJobState, 'waiting'>, detail: string): Promise<void>
  /** Returns the jobs to the queue unchanged, because the worker was stopped or another process is writing to the corpus. */
  giveBack(): Promise<void>
}

export interface PaperJobs {
  /** Adds jobs and returns how many are new: a paper whose job is waiting or done is not. */
  add(corpus: string, topic: string | null, papers: readonly PaperToRead[]): Promise<number>
  /** Claims up to `most` jobs of one corpus, oldest first; returns null if no unclaimed job is waiting. */
  claim(most: number): Promise<ClaimedJobs | null>
  /** Cancels waiting jobs that no worker holds; returns how many. */
  cancel(corpus: string): Promise<number>
  /** Returns the number of jobs by corpus and state. */
  counts(): Promise<
    readonly { readonly corpus: string; readonly state: PaperJobState; readonly jobs: number }[]
  >
  /** Stores the file of a paper that was already read, so that every machine can show its pages. */
  keep(corpus: string, bytes: Uint8Array): Promise<void>
  /** Forgets removed papers, by the ids of their contents, with the files that nothing else refers to; skips waiting ones. */
  forget(corpus: string, papers: readonly string[]): Promise<void>
  /** Returns those of the contents' ids whose file was stored neither by a job of the corpus nor by `keep`. */
  unkept(corpus: string, papers: readonly string[]): Promise<string[]>
  /** Returns the bytes of a paper by the id of its content; null if neither a job nor `keep` stored it. */
  bytes(paper: string): Promise<Uint8Array | null>
}

/** Times that a job may be started, so that a paper which kills its worker is not retried for ever. Chosen, not measured. */
export const MAX_STARTS = 3

/** Papers that wait to be read, for any number of workers: what a job is and what may be asked of the line. Adapters live in ./adapters. */

/** A paper as it was given; its bytes are kept with the jobs, so that any machine can read them. */
export interface PaperToRead {
  /** Where it came from, for people; two of the same path and content are one job. */
  readonly path: string
  readonly bytes: Uint8Array
}

export type PaperJobState = 'waiting' | 'done' | 'failed' | 'cancelled'

export interface PaperJob extends PaperToRead {
  readonly id: number
  readonly corpus: string
  /** What the corpus's first paper decides, as it was asked for; null for the corpus's own. */
  readonly topic: string | null
}

/** Held by one worker; whose process ends without a word, its jobs wait again at once. */
export interface ClaimedJobs extends AsyncDisposable {
  readonly jobs: readonly PaperJob[]
  /** `detail`: what became of the paper, for people. */
  finish(id: number, state: Exclude<PaperJobState, 'waiting'>, detail: string): Promise<void>
  /** They wait again as if nobody had begun them: the worker was stopped, or the corpus is being written by another process. */
  giveBack(): Promise<void>
}

export interface PaperJobs {
  /** Returns how many are new: a paper whose job waits or is done already is no new one. */
  add(corpus: string, topic: string | null, papers: readonly PaperToRead[]): Promise<number>
  /** At most `most` of one corpus, in the order they came; null where none waits that nobody holds. */
  claim(most: number): Promise<ClaimedJobs | null>
  /** Takes those that wait and that nobody holds out of the line; returns how many. */
  cancel(corpus: string): Promise<number>
  /** Numbers of jobs by corpus and state. */
  counts(): Promise<
    readonly { readonly corpus: string; readonly state: PaperJobState; readonly jobs: number }[]
  >
  /** Keeps the file of a paper that is read already, for its pages at every machine. */
  keep(corpus: string, bytes: Uint8Array): Promise<void>
  /** Forgets papers that are removed, by their contents' ids, with the files that nothing else names; not those that wait. */
  forget(corpus: string, papers: readonly string[]): Promise<void>
  /** Returns those of the contents' ids whose file neither a job of the corpus nor `keep` brought. */
  unkept(corpus: string, papers: readonly string[]): Promise<string[]>
  /** The bytes of a paper by its content's id; null where neither a job nor `keep` brought it. */
  bytes(paper: string): Promise<Uint8Array | null>
}

/** What ends its worker each time must not do so for ever. Chosen, not measured. */
export const MOST_STARTS = 3

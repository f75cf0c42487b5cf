/** Interfaces for retrieval backends from outside. */

/** A unit of the corpus, for a backend to index. @public */
export interface PlugInUnit {
  readonly id: string
  readonly paper: string
  /** A statement of the paper, or a passage of its text. */
  readonly kind: 'unit' | 'passage'
  readonly text: string
  /** Title of the paper; empty if it has none. */
  readonly title: string
  readonly year: number | null
  readonly page: number | null
}

/** The corpus that a backend answers from. @public */
export interface PlugInCorpus {
  readonly name: string
  /** Returns the number of the last change. If it has changed, index the corpus again, or what is new. */
  seq(): Promise<number>
  /** Yields all units, in the order in which they were written. */
  units(): AsyncIterable<PlugInUnit>
  /** Returns unit-length vectors by the corpus's own embedder, one for each text, in order. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>
}

/** Limits which units may be hits. @public */
export interface PlugInFilter {
  /** Ids of papers. */
  readonly papers?: readonly string[]
  /** Range of years, both ends included. */
  readonly years?: { readonly from?: number; readonly to?: number }
  readonly topics?: readonly string[]
  readonly kinds?: readonly ('unit' | 'passage')[]
}

/** A question to a backend. @public */
export interface PlugInQuestion {
  readonly text: string
  /** Most hits to return, at least 1. */
  readonly k: number
  /** Filter of the hits. Gloss drops hits that do not pass it; a backend that applies it finds more that do. */
  readonly filter?: PlugInFilter
}

/** A unit that answers the question. Gloss sorts by `score`, greatest first, ties by id. @public */
export interface PlugInHit {
  /** Id of a unit of the corpus, at most once in an answer. */
  readonly unit: string
  /** Any finite number; greater is better. */
  readonly score: number
}

/** A backend over one corpus. @public */
export interface OpenedBackend {
  /**
   * Returns hits in any order. An exception, a timeout, a score that is not a finite number, an unknown unit or a repeated one fails the
   * question with `PLUGIN_FAILED`; hits beyond `k` are dropped with a notice.
   */
  retrieve(
    question: PlugInQuestion,
    signal: AbortSignal,
  ): Promise<readonly PlugInHit[]> | readonly PlugInHit[]
  close?(): Promise<void> | void
}

/** A retrieval backend: `export const backend` of a module for `--backend ./mine.js`, or passed to `openGloss`. @public */
export interface BackendPlugIn {
  /** Name shown to people. */
  readonly name: string
  /** Time limit for opening and for each question; default 30,000 ms. */
  readonly timeoutMs?: number
  /** Opens the backend, once for a corpus, with the first question. */
  open(corpus: PlugInCorpus): Promise<OpenedBackend> | OpenedBackend
}

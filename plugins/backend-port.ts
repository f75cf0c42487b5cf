/** What a retrieval backend from outside implements. */

/** A unit of the corpus as a backend indexes it. @public */
export interface PlugInUnit {
  readonly id: string
  readonly paper: string
  /** A statement of the paper, or a passage of its text. */
  readonly kind: 'unit' | 'passage'
  readonly text: string
  /** Of the paper; empty where it says none. */
  readonly title: string
  readonly year: number | null
  readonly page: number | null
}

/** The corpus that a backend answers from. @public */
export interface PlugInCorpus {
  readonly name: string
  /** Number of the last change: index again, or what is new, where it is another than last time. */
  seq(): Promise<number>
  /** All units, in the order in which they were written. */
  units(): AsyncIterable<PlugInUnit>
  /** Unit-length vectors of the corpus's own embedder, one for each text, in order. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>
}

/** What limits the units that may be hits. @public */
export interface PlugInFilter {
  /** Ids of papers. */
  readonly papers?: readonly string[]
  /** Both ends included. */
  readonly years?: { readonly from?: number; readonly to?: number }
  readonly topics?: readonly string[]
  readonly kinds?: readonly ('unit' | 'passage')[]
}

/** What a backend is asked. @public */
export interface PlugInQuestion {
  readonly text: string
  /** Most hits that are wanted, from 1. */
  readonly k: number
  /** Gloss drops hits that do not pass it; a backend that looks at it finds more of those that do. */
  readonly filter?: PlugInFilter
}

/** A unit that answers. Gloss sorts by `score`, greatest first, equal ones by the id. @public */
export interface PlugInHit {
  /** Id of a unit of the corpus, each at most once in an answer. */
  readonly unit: string
  /** Any finite number; greater is better. */
  readonly score: number
}

/** A backend over one corpus. @public */
export interface OpenedBackend {
  /**
   * Hits in any order. What it throws, more time than it has, a score that is no finite number, an unknown unit and a repeated one end the
   * question with `PLUGIN_FAILED`; hits over `k` are dropped with a notice.
   */
  retrieve(
    question: PlugInQuestion,
    signal: AbortSignal,
  ): Promise<readonly PlugInHit[]> | readonly PlugInHit[]
  close?(): Promise<void> | void
}

/** A retrieval backend: `export const backend` of a module for `--backend ./mine.js`, or given to `openGloss`. @public */
export interface BackendPlugIn {
  /** As people see it. */
  readonly name: string
  /** For opening and for each question; default 30,000 ms. */
  readonly timeoutMs?: number
  /** Called once for a corpus, with the first question. */
  open(corpus: PlugInCorpus): Promise<OpenedBackend> | OpenedBackend
}

/** The port of every backend: takes a question and returns ranked units, each with the reasons for its rank. */
import type { Filter } from '../index/index.ts'
import type { Ledger } from '../models/index.ts'
import type { Why } from './why.ts'

/** A question to a backend. */
export interface Question {
  readonly text: string
  /** The question's vector by the embedder of the index, if already known; null if the text has nothing to embed. */
  readonly vector?: Float32Array | null
  /** Maximum number of hits, from 1. */
  readonly k: number
  /** Only units that pass the filter can be hits. */
  readonly filter?: Filter
  /** Whether to return only the best unit of each paper. */
  readonly onePerPaper?: boolean
  /** Whether to fill in `why.terms`, which costs some microseconds a hit. */
  readonly explain?: boolean
  /** Counts the calls of models for the question: chats and embedders over HTTP, failed attempts included. */
  readonly ledger?: Ledger | undefined
}

/** A unit that answers the question. */
export interface Hit {
  /** Id of the unit. */
  readonly unit: string
  readonly paper: string
  /** Rank, from 1. */
  readonly rank: number
  /** Comparable within one answer only. Hits are sorted by falling score, ties by unit id. */
  readonly score: number
  readonly why: Why
}

/** Usage of chat models for an answer, failed attempts included. */
export interface RetrievalUsage {
  readonly calls: number
  readonly promptTokens: number
  readonly completionTokens: number
  /** US dollars; null if the model's price is not known. */
  readonly cost: number | null
}

/** The answer of a backend. */
export interface Retrieval {
  readonly hits: readonly Hit[]
  /** Milliseconds by stage: `embed`, `link`, `search`, `walk`, `write`, `query`, `fuse`, `late`, `rerank`. */
  readonly stages: Readonly<Record<string, number>>
  /** Backend that answered, if the one that was asked delegated to it. */
  readonly by?: string
  /** Note for users on how the question was answered; absent if there is nothing to say. */
  readonly note?: string
  /** Absent if no model is asked. */
  readonly usage?: RetrievalUsage
}

/** A retrieval backend over one corpus. */
export interface Retriever {
  /** Name as in `--backend`, without a mode. */
  readonly name: string
  /**
   * Throws the error that every question on this corpus would end in, such as `GRAPH_MISSING`; asks no model. Absent if nothing can be
   * missing.
   */
  prepare?(): Promise<void>
  /** Returns the hits; none for an empty corpus. Throws `INPUT_INVALID` for an empty text or a k below 1. */
  retrieve(question: Question, signal?: AbortSignal): Promise<Retrieval>
}

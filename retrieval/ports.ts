/** The port of every backend: takes a question and returns ranked units, each with the reasons for its rank. */
import type { Filter } from '../index/index.ts'
import type { Ledger } from '../models/index.ts'

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

/** Reasons for a hit. A part that the backend does not use is absent. */
export interface Why {
  /** BM25 score. */
  readonly words?: number
  /** Part of each matching index term in the BM25 score, greatest first. */
  readonly terms?: readonly { readonly term: string; readonly score: number }[]
  /** Cosine of the question's vector with the unit's. */
  readonly cosine?: number
  readonly walk?: WalkWhy
  /** Facts near the question that the answer started from, nearest first; filled in if `explain` is set. */
  readonly facts?: readonly FactWhy[]
  readonly light?: LightWhy
  readonly sql?: SqlWhy
  /** Rank change by late interaction; absent if the hit was not compared. */
  readonly late?: ReorderWhy
  /** Rank change by a reranker; absent if it did not read the hit. */
  readonly rerank?: ReorderWhy
}

/** How a reordering moved a hit from the rank that the backend gave it. */
export interface ReorderWhy {
  /** Score by the reordering model; greater is better. */
  readonly score: number
  /** Rank before the reordering. */
  readonly from: number
}

/** What led to a unit: the stated names and facts near the keywords; filled in if `explain` is set. */
export interface LightWhy {
  readonly entities: readonly string[]
  readonly relations: readonly Pick<FactWhy, 'subject' | 'predicate' | 'object'>[]
}

/** A fact as extracted, in canonical form. */
export interface FactWhy {
  readonly subject: string
  readonly predicate: string
  readonly object: string
  /** Cosine of the question with the fact. */
  readonly cosine: number
  /** Whether the unit of the hit states the fact. */
  readonly isStated: boolean
}

/** The SQL statement that found a unit. */
export interface SqlWhy {
  readonly statement: string
  /** Whether a chat model wrote the statement, or a template from the values alone because no model is configured. */
  readonly made: 'model' | 'template'
  /** Number of statements up to this one, from 1. */
  readonly attempts: number
  /** Values of the corpus that the question mentions. */
  readonly values: readonly SqlValue[]
}

/** A value of the corpus that the question mentions. */
export interface SqlValue {
  /** View and column, such as `names.name`. */
  readonly column: string
  readonly value: string
  /** Spelling in the question. */
  readonly asked: string
}

/** A name of the question with its path to a unit. */
export interface NameShare {
  readonly name: string
  /** Spelling in the question, canonical; differs from `name` if it is an alias. */
  readonly asked: string
  /** Share of the unit's walk score that started at this name, 0 to 1. */
  readonly share: number
  /** Shortest path to the unit: names and unit ids alternate, but facts and synonyms join two names. Empty beyond three steps. */
  readonly path: readonly string[]
}

/** Sources of a walk's score; `names` is filled in if `explain` is set. */
export interface WalkWhy {
  /** Share of the score that started at units similar to the question, 0 to 1. */
  readonly prior?: number
  readonly names: readonly NameShare[]
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

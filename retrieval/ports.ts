/** Retrieval: a question in, ranked units out, each with the reasons why it is there. Every backend implements this port. */
import type { Filter } from '../index/index.ts'
import type { Ledger } from '../models/index.ts'

/** What a backend is asked. */
export interface Question {
  readonly text: string
  /** Its vector by the embedder of the index, where it is known already; null where there is nothing in the text to embed. */
  readonly vector?: Float32Array | null
  /** Most hits to return, from 1. */
  readonly k: number
  /** Only units that pass it are hits. */
  readonly filter?: Filter
  /** Hits of distinct papers only: the best unit of each. */
  readonly onePerPaper?: boolean
  /** Fill in `why.terms`; costs some microseconds a hit. */
  readonly explain?: boolean
  /** Counts what models are asked for it: chats and embedders over HTTP, failed attempts included. */
  readonly ledger?: Ledger | undefined
}

/** Why a hit is there. A part that the backend does not use is absent. */
export interface Why {
  /** BM25 score. */
  readonly words?: number
  /** Each matching index term's part in it, greatest first. */
  readonly terms?: readonly { readonly term: string; readonly score: number }[]
  /** Cosine of the question's vector with the unit's. */
  readonly cosine?: number
  readonly walk?: WalkWhy
  /** Facts near the question that the answer started from, the nearest first; filled in where `explain` is asked. */
  readonly facts?: readonly FactWhy[]
  readonly light?: LightWhy
  readonly sql?: SqlWhy
  /** What late interaction said of it; absent where it was not compared. */
  readonly late?: ReorderWhy
  /** What a reranker said of it; absent where it was not read. */
  readonly rerank?: ReorderWhy
}

/** How a hit came to another place than the backend gave it. */
export interface ReorderWhy {
  /** The model's own; greater is better. */
  readonly score: number
  /** Its rank before. */
  readonly from: number
}

/** What led to a unit that states it: names and facts near the keywords; filled in where `explain` is asked. */
export interface LightWhy {
  readonly entities: readonly string[]
  readonly relations: readonly Pick<FactWhy, 'subject' | 'predicate' | 'object'>[]
}

/** A fact as an extraction had it, canonical. */
export interface FactWhy {
  readonly subject: string
  readonly predicate: string
  readonly object: string
  /** Cosine of the question with it. */
  readonly cosine: number
  /** The hit is a unit that states it. */
  readonly isStated: boolean
}

/** The statement that found a unit. */
export interface SqlWhy {
  readonly statement: string
  /** By a chat model, or from the values alone where none is configured. */
  readonly made: 'model' | 'template'
  /** Statements up to this one, from 1. */
  readonly attempts: number
  /** What of the corpus the question speaks of. */
  readonly values: readonly SqlValue[]
}

/** A value of the corpus that the question names. */
export interface SqlValue {
  /** View and column, such as `names.name`. */
  readonly column: string
  readonly value: string
  /** As the question has it. */
  readonly asked: string
}

/** A name of the question on its way to a unit. */
export interface NameShare {
  readonly name: string
  /** As the question has it, canonical; another than `name` where it is an alias. */
  readonly asked: string
  /** The part of the unit's walk score that started at this name, 0 to 1. */
  readonly share: number
  /** From the name to the unit, by the fewest edges: names and unit ids; in turn, but that a fact or a synonym leads from name to name. Empty where three steps do not reach. */
  readonly path: readonly string[]
}

/** Where the score of a walk came from; `names` is filled in where `explain` is asked. */
export interface WalkWhy {
  /** The part of the score that started at units like the question, 0 to 1. */
  readonly prior?: number
  readonly names: readonly NameShare[]
}

/** A unit that answers the question. */
export interface Hit {
  /** Id of the unit. */
  readonly unit: string
  readonly paper: string
  /** From 1. */
  readonly rank: number
  /** Comparable within one answer only. Hits come in falling order of score; equal scores in the order of unit ids. */
  readonly score: number
  readonly why: Why
}

/** What an answer took of chat models, failed attempts included. */
export interface RetrievalUsage {
  readonly calls: number
  readonly promptTokens: number
  readonly completionTokens: number
  /** US dollars; null where the model's price is not known. */
  readonly cost: number | null
}

/** What a backend answers. */
export interface Retrieval {
  readonly hits: readonly Hit[]
  /** Milliseconds by stage: `embed`, `link`, `search`, `walk`, `write`, `query`, `fuse`, `late`, `rerank`. */
  readonly stages: Readonly<Record<string, number>>
  /** The backend that answered, where one chose another. */
  readonly by?: string
  /** For people: what they should know of how it was answered; absent where there is nothing to say. */
  readonly note?: string
  /** Absent where no model is asked. */
  readonly usage?: RetrievalUsage
}

/** A retrieval backend over one corpus. */
export interface Retriever {
  /** As in `--backend`, without a mode. */
  readonly name: string
  /**
   * Throws what every question would be answered with on this corpus, such as `GRAPH_MISSING`; asks no model. Absent where nothing can be
   * missing.
   */
  prepare?(): Promise<void>
  /** Throws `INPUT_INVALID` for an empty text or a k below 1. An empty corpus gives no hits. */
  retrieve(question: Question, signal?: AbortSignal): Promise<Retrieval>
}

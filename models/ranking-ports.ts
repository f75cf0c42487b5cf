/** Ports to optional models for ranking, each off unless a setting names it. Adapters are in ./adapters. */
import type { Ledger } from './ports.ts'

/** A cross-encoder: reads a question and a text together and scores how well the text answers the question. */
export interface Reranker {
  /** Names the model. */
  readonly id: string
  /**
   * Returns a finite score for each text, in order; greater is better, and scores of different questions may not be comparable. A text over
   * the window is cut. Throws `MODEL_ANSWER_INVALID` if the model does not return exactly one score per text, and the errors of the
   * server. Requests to a server, including failed attempts, are counted in `ledger` under the role `reranker`.
   */
  score(
    question: string,
    texts: readonly string[],
    signal?: AbortSignal,
    ledger?: Ledger,
  ): Promise<Float32Array>
  close(): Promise<void>
}

/** Vectors of the pieces of a text, row after row. */
export interface TokenVectors {
  readonly rows: number
  /** `rows` times the width, every row of unit length. */
  readonly values: Float32Array
}

/** Form of a text: some models mark questions and documents differently, and lengthen questions. */
export type TextForm = 'question' | 'document'

/** Turns texts into vectors of their pieces, for late interaction (Khattab and Zaharia, SIGIR 2020). */
export interface TokenEmbedder {
  /** Names the model by its weights; token vectors of different ids are never compared. */
  readonly id: string
  /** Width of a row. */
  readonly dims: number
  /** Returns vectors in the order of the texts. A text without pieces has no rows. Requests are counted under the role `late`. */
  embedTokens(
    texts: readonly string[],
    form: TextForm,
    signal?: AbortSignal,
    ledger?: Ledger,
  ): Promise<TokenVectors[]>
  close(): Promise<void>
}

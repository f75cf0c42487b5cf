/** What optional models add to a ranking: each is off unless a setting names it. Adapters live in ./adapters. */
import type { Ledger } from './ports.ts'

/** Reads a question and a text together and says how well the one answers the other: a cross-encoder. */
export interface Reranker {
  /** Names the model. */
  readonly id: string
  /**
   * A finite score for each text, in their order; greater is better, and scores of different questions need not compare. A text over the
   * window is cut at its end. Throws `MODEL_ANSWER_INVALID` where the model gives anything but one score for each text, and what a
   * server throws. What a server is asked, failed attempts included, is counted in `ledger` under the role `reranker`.
   */
  score(
    question: string,
    texts: readonly string[],
    signal?: AbortSignal,
    ledger?: Ledger,
  ): Promise<Float32Array>
  close(): Promise<void>
}

/** One text as a vector for each of its pieces, row after row. */
export interface TokenVectors {
  readonly rows: number
  /** `rows` times the width, every row of unit length. */
  readonly values: Float32Array
}

/** A text is put into a question's form or a document's: some models mark them, and lengthen questions. */
export type TextForm = 'question' | 'document'

/** Turns texts into vectors of their pieces, for late interaction (Khattab and Zaharia, SIGIR 2020). */
export interface TokenEmbedder {
  /** Names the model by its weights; token vectors of different ids are never compared. */
  readonly id: string
  /** Width of a row. */
  readonly dims: number
  /** In the order of the texts. A text without a piece has no rows. Counted under the role `late`. */
  embedTokens(
    texts: readonly string[],
    form: TextForm,
    signal?: AbortSignal,
    ledger?: Ledger,
  ): Promise<TokenVectors[]>
  close(): Promise<void>
}

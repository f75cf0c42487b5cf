/** Which examples are most like a question? By the cosine of their vectors, which are made once. */
import { dot } from '../../core/index.ts'
import type { Embedder, Ledger } from '../../models/index.ts'
import { SQL_EXAMPLES, type SqlExample } from './examples.ts'

// Source: specs/vanna.md, n_results.
const EXAMPLES_SHOWN = 10

export interface NearestExamples {
  /** Nearest first. Without a vector of the question the first ones. `ledger` counts the vectors where this call is the first to need them. */
  of(question: Float32Array | null, signal?: AbortSignal, ledger?: Ledger): Promise<SqlExample[]>
}

export function createNearestExamples(embedder: Embedder): NearestExamples {
  let vectors: Promise<Float32Array[]> | null = null
  return {
    async of(question, signal, ledger) {
      signal?.throwIfAborted()
      if (question === null) return SQL_EXAMPLES.slice(0, EXAMPLES_SHOWN)
      // Not with the signal of one question: the next one needs them too.
      const questions = SQL_EXAMPLES.map((example) => example.question)
      vectors ??= embedder.embed(questions, undefined, ledger)
      vectors.catch(() => {
        vectors = null
      })
      const cosines = (await vectors).map((vector) => dot(vector, question))
      return SQL_EXAMPLES.map((example, i) => ({ example, cosine: cosines[i]! }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, EXAMPLES_SHOWN)
        .map(({ example }) => example)
    },
  }
}

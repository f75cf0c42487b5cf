/** Finds the examples most similar to a question, by the cosine of their vectors, which are computed once. */
import { dot } from '../../core/index.ts'
import type { Embedder, Ledger } from '../../models/index.ts'
import { SQL_EXAMPLES, type SqlExample } from './examples.ts'

// Source: specs/vanna.md, n_results.
const EXAMPLES_SHOWN = 10

export interface NearestExamples {
  /** Returns the nearest examples, or the first ones without a vector. `ledger` counts the examples' vectors if this call computes them. */
  of(question: Float32Array | null, signal?: AbortSignal, ledger?: Ledger): Promise<SqlExample[]>
}

export function createNearestExamples(embedder: Embedder): NearestExamples {
  let vectors: Promise<Float32Array[]> | null = null
  return {
    async of(question, signal, ledger) {
      signal?.throwIfAborted()
      if (question === null) return SQL_EXAMPLES.slice(0, EXAMPLES_SHOWN)
      // Without the signal of this question, because later questions need the vectors too.
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

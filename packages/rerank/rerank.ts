/**
 * Reorders the first hits of any backend by a reranker, which reads each hit with the question. Hits that it did not read follow in the
 * backend's order.
 */
import type { TextsOfUnits } from '../../app/wiring/ranking-models.ts'
import type { Ledger, PriceTable, Reranker } from '../../models/index.ts'
import { meteredLedger, usageOfBoth } from '../../retrieval/model-usage.ts'
import type { Hit, Retrieval, Retriever } from '../../retrieval/ports.ts'
import { checkQuestion } from '../../retrieval/query-checks.ts'
import { inOrderOf } from './reorder.ts'

export interface RerankParts {
  readonly reranker: () => Promise<Reranker>
  readonly textsOf: TextsOfUnits
  /** Number of hits that are read, from 1. */
  readonly top: number
  readonly prices: PriceTable
}

/**
 * Returns the backend followed by the reranker. If one unit per paper is requested, the backend chooses it, so that many papers are read.
 * If the reranker fails, the question fails with the same error: a ranking without it would look like one with it.
 */
export function rerankedBackend(
  inner: Retriever,
  { reranker, textsOf, top, prices }: RerankParts,
): Retriever {
  return {
    name: inner.name,
    async prepare() {
      await inner.prepare?.()
      await reranker()
    },
    async retrieve(question, signal): Promise<Retrieval> {
      checkQuestion(question)
      const answer = await inner.retrieve({ ...question, k: Math.max(top, question.k) }, signal)
      const started = performance.now()
      const metered = meteredLedger(prices, question.ledger)
      const hits = await inNewOrder(answer.hits, question.text, metered.ledger, signal)
      return {
        ...answer,
        ...usageOfBoth(answer.usage, metered.usage()),
        hits: hits.slice(0, question.k),
        stages: { ...answer.stages, rerank: performance.now() - started },
      }
    },
  }

  async function inNewOrder(
    hits: readonly Hit[],
    question: string,
    ledger: Ledger,
    signal: AbortSignal | undefined,
  ): Promise<Hit[]> {
    if (hits.length === 0) return []
    const opened = await reranker()
    const read = hits.slice(0, top)
    const texts = await textsOf(read.map(({ unit }) => unit))
    const scores = await opened.score(
      question,
      texts.map((text) => text ?? ''),
      signal,
      ledger,
    )
    return inOrderOf(hits, scores, ({ why, rank }, score) => ({ ...why, rerank: { score, from: rank } }))
  }
}

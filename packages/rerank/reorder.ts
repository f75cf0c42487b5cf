/** Hits of a backend in a new order: the first ones by new scores, the others behind them as they were. */
import type { Hit, Why } from '../../retrieval/ports.ts'
import { rankHits } from '../../retrieval/query-checks.ts'

/** `scores`: of the first hits, one for each. Scores of the others only say that they come after those. */
export function inOrderOf(
  hits: readonly Hit[],
  scores: ArrayLike<number>,
  whyOf: (hit: Hit, score: number) => Why,
): Hit[] {
  const judged = hits
    .slice(0, scores.length)
    .map((hit, at) => ({ ...hit, score: scores[at]!, why: whyOf(hit, scores[at]!) }))
  const lowest = judged.reduce((least, { score }) => Math.min(least, score), 0)
  const others = hits.slice(scores.length).map((hit, at) => ({ ...hit, score: lowest - 1 - at }))
  return [...rankHits(judged, { text: '', k: judged.length }), ...others]
}

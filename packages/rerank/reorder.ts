/** Reorders a backend's hits: the first ones by new scores, followed by the others unchanged. */
import type { Hit } from '../../retrieval/ports.ts'
import { rankHits } from '../../retrieval/query-checks.ts'
import type { Why } from '../../retrieval/why.ts'

/** Reorders the hits. `scores` has one for each of the first hits. Scores of the others only show that they rank below those. */
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

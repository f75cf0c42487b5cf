/** How well does a ranking find the places that a question needs? */

export const PLACE_METRICS = ['recall@5', 'recall@10', 'all@5', 'ndcg@10'] as const
export type PlaceMetric = (typeof PLACE_METRICS)[number]
export type PlaceFigures = Readonly<Record<PlaceMetric, number>>

/** Hits that a ranking needs for every metric. */
export const PLACE_DEPTH = 10

/**
 * `ranks`: of each place, from 0; infinity where it is not found. Recall: share of the places in the first k; `all@5`: 1 where each
 * of them is in the first 5. nDCG: a place gains 1 where it is found first (Järvelin and Kekäläinen 2002).
 */
export function placeFigures(ranks: readonly number[]): PlaceFigures {
  const recall = (k: number) => ranks.filter((rank) => rank < k).length / ranks.length
  const gain = (rank: number) => (rank < PLACE_DEPTH ? 1 / Math.log2(rank + 2) : 0)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    'recall@5': recall(5),
    'recall@10': recall(10),
    'all@5': recall(5) === 1 ? 1 : 0,
    'ndcg@10': sum(ranks.map(gain)) / sum(ranks.map((_, at) => gain(at))),
  }
}

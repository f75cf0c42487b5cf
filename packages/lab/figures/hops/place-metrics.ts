/** Measures how well a ranking finds the places that a question needs. */

export const PLACE_METRICS = ['recall@5', 'recall@10', 'all@5', 'ndcg@10'] as const
export type PlaceMetric = (typeof PLACE_METRICS)[number]
export type PlaceFigures = Readonly<Record<PlaceMetric, number>>

/** Number of hits that the metrics need. */
export const PLACE_DEPTH = 10

/**
 * `ranks`: rank of each place, from 0; infinity if it is not found. Recall: share of the places in the first k; `all@5`: 1 if all of
 * them are in the first 5. nDCG: a place gains 1 at its first hit (Järvelin and Kekäläinen 2002).
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

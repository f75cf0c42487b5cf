/** Retrieval metrics of one ranking against graded judgements, as trec_eval and BEIR count them. */

/** Gain of each relevant document by id; documents that are not in it have gain 0. */
export type Judgements = ReadonlyMap<string, number>

/**
 * Normalised discounted cumulative gain: sum over the first k ranks r of gain / log2(r + 1), over that of the ideal ranking.
 * Source: Järvelin and Kekäläinen 2002; linear gain, as BEIR. 0 where nothing is relevant.
 */
export function ndcg(ranking: readonly string[], judgements: Judgements, k: number): number {
  const gains = ranking.slice(0, k).map((id) => judgements.get(id) ?? 0)
  const ideal = [...judgements.values()].sort((a, b) => b - a).slice(0, k)
  const best = discounted(ideal)
  return best === 0 ? 0 : discounted(gains) / best
}

/** Share of the relevant documents among the first k. 0 where nothing is relevant. */
export function recall(ranking: readonly string[], judgements: Judgements, k: number): number {
  const relevant = [...judgements].filter(([, gain]) => gain > 0)
  if (relevant.length === 0) return 0
  const first = new Set(ranking.slice(0, k))
  return relevant.filter(([id]) => first.has(id)).length / relevant.length
}

/** The value below which a share p of the values lies, by the nearest rank. NaN for no values. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? Number.NaN
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0)
}

/** Retrieval metrics of one ranking against graded judgements, as trec_eval and BEIR count them. */

/** Gain of each relevant document by id; documents that are not in it have gain 0. */
export type Judgements = ReadonlyMap<string, number>

/** Every metric that is measured, in the order in which it is shown. */
export const METRICS = [
  'ndcg@10',
  'mrr@10',
  'recall@2',
  'recall@5',
  'recall@10',
  'hit@1',
  'hit@5',
  'hit@10',
] as const
export type Metric = (typeof METRICS)[number]
export type MetricValues = Readonly<Record<Metric, number>>

/** Hits that a ranking must have for every metric. */
export const METRIC_DEPTH = 10

const MEASURES: Readonly<Record<Metric, (ranking: readonly string[], judgements: Judgements) => number>> = {
  'ndcg@10': (ranking, judgements) => ndcg(ranking, judgements, 10),
  'mrr@10': (ranking, judgements) => reciprocalRank(ranking, judgements, 10),
  'recall@2': (ranking, judgements) => recall(ranking, judgements, 2),
  'recall@5': (ranking, judgements) => recall(ranking, judgements, 5),
  'recall@10': (ranking, judgements) => recall(ranking, judgements, 10),
  'hit@1': (ranking, judgements) => hitRate(ranking, judgements, 1),
  'hit@5': (ranking, judgements) => hitRate(ranking, judgements, 5),
  'hit@10': (ranking, judgements) => hitRate(ranking, judgements, 10),
}

export function metricsOf(ranking: readonly string[], judgements: Judgements): MetricValues {
  return metricValues((metric) => MEASURES[metric](ranking, judgements))
}

export function metricValues<Value>(
  valueAt: (metric: Metric, place: number) => Value,
): Readonly<Record<Metric, Value>> {
  const entries = METRICS.map((metric, place) => [metric, valueAt(metric, place)] as const)
  return Object.fromEntries(entries) as Record<Metric, Value>
}

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

/** One over the rank of the first relevant document among the first k; 0 where there is none. Its mean is the MRR. */
export function reciprocalRank(ranking: readonly string[], judgements: Judgements, k: number): number {
  const place = ranking.slice(0, k).findIndex((id) => (judgements.get(id) ?? 0) > 0)
  return place < 0 ? 0 : 1 / (place + 1)
}

/** 1 where a relevant document is among the first k, else 0. */
export function hitRate(ranking: readonly string[], judgements: Judgements, k: number): number {
  return reciprocalRank(ranking, judgements, k) > 0 ? 1 : 0
}

/** The value below which a share p of the values lies, by the nearest rank. NaN for no values. */
export function percentile(values: ArrayLike<number>, p: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? Number.NaN
}

/** 0 for no values. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0)
}

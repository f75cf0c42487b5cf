/** The measures of every report, for one ranking and graded judgements; further ones are requested by name (measures.ts). */
import { type Judgements, parseMeasure } from './measures.ts'

/** All reported metrics, in the order in which they are shown. */
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

/** Number of hits that a ranking needs for every metric. */
export const METRIC_DEPTH = 10

const MEASURES = METRICS.map(parseMeasure)

export function metricsOf(ranking: readonly string[], judgements: Judgements): MetricValues {
  return metricValues((_, place) => MEASURES[place]!.of(ranking, judgements))
}

export function metricValues<Value>(
  valueAt: (metric: Metric, place: number) => Value,
): Readonly<Record<Metric, Value>> {
  const entries = METRICS.map((metric, place) => [metric, valueAt(metric, place)] as const)
  return Object.fromEntries(entries) as Record<Metric, Value>
}

/** Returns the value below which a share p of the values is, by the nearest rank. NaN for no values. */
export function percentile(values: ArrayLike<number>, p: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? Number.NaN
}

/** Returns the mean; 0 for no values. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

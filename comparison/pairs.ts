/** Finds which backends differ by more than chance: every pair on the same questions. */
import { bootstrapInterval, type Interval } from './bootstrap.ts'
import { METRICS, type Metric, mean } from './metrics.ts'
import { holmAdjusted, pairedRandomisation } from './paired-test.ts'
import type { QuestionFigures } from './retrieval.ts'

/** Metrics tested: one of the order, one of the first hit, one of completeness. More tests would find more by chance. */
export const TESTED_METRICS = ['ndcg@10', 'mrr@10', 'recall@5'] as const satisfies readonly Metric[]
/** Accepted chance of any false finding among the pairs of a metric; the convention of the field. */
export const SIGNIFICANCE_LEVEL = 0.05

export interface PairFigures {
  readonly metric: Metric
  readonly better: string
  readonly worse: string
  /** Mean of `better` minus mean of `worse`, from 0. */
  readonly difference: number
  /** Bootstrap interval, 95 %, of the mean difference. */
  readonly interval: Interval
  readonly p: number
  /** p after Holm's correction over all pairs of the metric. */
  readonly adjustedP: number
  readonly isSignificant: boolean
}

/**
 * Returns backends that delegated every question to one other compared backend, by its name: one system under two names, which no test can
 * distinguish.
 */
export function delegations(
  backends: Readonly<Record<string, readonly QuestionFigures[]>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(backends)
  return Object.fromEntries(
    entries.flatMap(([name, rows]) => {
      if (rows.length === 0 || rows.some(({ by }) => by === undefined)) return []
      const same = entries.find(([other, others]) => other !== name && isSameOrder(rows, others))
      return same === undefined ? [] : [[name, same[0]]]
    }),
  )
}

function isSameOrder(rows: readonly QuestionFigures[], others: readonly QuestionFigures[]): boolean {
  return rows.every((row, at) => METRICS.every((metric) => row[metric] === others[at]?.[metric]))
}

/**
 * Compares all pairs. `backends` has the figures of each backend on the same questions in the same order. Ties keep their order; those that
 * delegated all questions are left out. Costs some 30 ms a pair and metric for 800 questions (63 of them: 2.0 s).
 */
export function comparePairs(
  backends: Readonly<Record<string, readonly QuestionFigures[]>>,
): readonly PairFigures[] {
  const same = delegations(backends)
  const systems = Object.fromEntries(Object.entries(backends).filter(([name]) => same[name] === undefined))
  return TESTED_METRICS.flatMap((metric) => pairsOfMetric(metric, systems))
}

function pairsOfMetric(
  metric: Metric,
  backends: Readonly<Record<string, readonly QuestionFigures[]>>,
): PairFigures[] {
  const series = Object.entries(backends).map(([name, rows]) => ({
    name,
    values: rows.map((row) => row[metric]),
  }))
  const tested = series.flatMap((first, i) =>
    series.slice(i + 1).map((second) => {
      const isFirstBetter = mean(first.values) >= mean(second.values)
      const [better, worse] = isFirstBetter ? [first, second] : [second, first]
      const differences = better.values.map((value, at) => value - (worse.values[at] as number))
      return {
        metric,
        better: better.name,
        worse: worse.name,
        difference: mean(differences),
        interval: bootstrapInterval(differences),
        p: pairedRandomisation(better.values, worse.values),
      }
    }),
  )
  const adjusted = holmAdjusted(tested.map(({ p }) => p))
  return tested.map((pair, i) => {
    const adjustedP = adjusted[i] as number
    return { ...pair, adjustedP, isSignificant: adjustedP < SIGNIFICANCE_LEVEL }
  })
}

/** Ranks units so that every clause is covered early: a unit that repeats a covered clause comes after one that answers another clause. */
import { compareText } from '../core/index.ts'
import { bestFirst } from './best-first.ts'

/** Units that may be reordered: with 50 the first ten are the same (packages/lab/research/hops). */
const COVERING_UNITS = 100

export interface ScoredUnits {
  readonly units: readonly string[]
  readonly scores: Float64Array
}

/** How far the units cover one clause. */
export interface ClauseShares {
  /** For each unit, the share of the clause that it covers. */
  readonly shares: Float64Array
  /** The summed inverse frequencies of the clause's terms: a clause about something rare counts more than "with which result". */
  readonly weight: number
}

/** Bonus for covering the whole question, times the best score. R@5 on papers by hops, half `tune`: .614 with 1, .629 with 2 and 3. */
const COVERAGE_WEIGHT = 3

/**
 * Returns scores for a greedy order: next is always the unit with the greatest sum of score and added coverage. A unit adds what it covers of
 * each clause beyond those before it; once none adds anything, the rest keep their scores. Within 1 - 1/e of the best order (Nemhauser,
 * Wolsey and Fisher 1978).
 */
export function coveringScores(
  { units, scores }: ScoredUnits,
  clauses: readonly ClauseShares[],
): Float64Array {
  const left = bestFirst(scores, COVERING_UNITS, (one, other) => compareText(units[one]!, units[other]!))
  const total = clauses.reduce((sum, { weight }) => sum + weight, 0)
  const whole = total > 0 ? (COVERAGE_WEIGHT * Math.max(0, ...scores)) / total : 0
  const covered = clauses.map(() => 0)
  const result = Float64Array.from(scores)
  for (let addsAnything = true; addsAnything && left.length > 0; ) {
    addsAnything = false
    let best = 0
    for (let place = 0; place < left.length; place++) {
      const unit = left[place]!
      let added = 0
      for (let clause = 0; clause < clauses.length; clause++) {
        const { shares, weight } = clauses[clause]!
        added += weight * Math.max(0, shares[unit]! - covered[clause]!)
      }
      result[unit] = scores[unit]! + whole * added
      addsAnything ||= added > 0
      const bestUnit = left[best]!
      const isBetter = result[unit]! > result[bestUnit]!
      if (isBetter || (result[unit] === result[bestUnit] && compareText(units[unit]!, units[bestUnit]!) < 0))
        best = place
    }
    const [taken] = left.splice(best, 1)
    for (const [clause, { shares }] of clauses.entries())
      covered[clause] = Math.max(covered[clause]!, shares[taken!]!)
  }
  return result
}

/** Units of every clause first: one that says more of the same comes after one that says what the question asks besides. */
import { compareText } from '../core/index.ts'
import { bestFirst } from './best-first.ts'

/** Units that may be put in another order: with 50 the first ten are the same (packages/lab/research/hops). */
const COVERING_UNITS = 100

export interface ScoredUnits {
  readonly units: readonly string[]
  readonly scores: Float64Array
}

/**
 * Scores of the same units in the order in which they are taken: always the one whose score with what it adds is greatest. A unit adds
 * what it says more of each clause than those before it, mean of the clauses; a whole clause counts as much as the best unit's score.
 * Greedy choice is within 1 - 1/e of the best one (Nemhauser, Wolsey and Fisher 1978); the weight is not tuned: half of it and
 * twice it are within .02 R@5 (packages/lab/research/hops, half `tune`).
 */
export function coveringScores(
  { units, scores }: ScoredUnits,
  shares: readonly Float64Array[],
): Float64Array {
  const left = bestFirst(scores, COVERING_UNITS, (one, other) => compareText(units[one]!, units[other]!))
  const weight = Math.max(0, ...scores) / shares.length
  const covered = shares.map(() => 0)
  const result = Float64Array.from(scores)
  while (left.length > 0) {
    let best = 0
    for (const [place, unit] of left.entries()) {
      let added = 0
      for (let clause = 0; clause < shares.length; clause++)
        added += Math.max(0, shares[clause]![unit]! - covered[clause]!)
      result[unit] = scores[unit]! + weight * added
      const bestUnit = left[best]!
      const isBetter = result[unit]! > result[bestUnit]!
      if (isBetter || (result[unit] === result[bestUnit] && compareText(units[unit]!, units[bestUnit]!) < 0))
        best = place
    }
    const [taken] = left.splice(best, 1)
    for (const [clause, share] of shares.entries())
      covered[clause] = Math.max(covered[clause]!, share[taken!]!)
  }
  return result
}

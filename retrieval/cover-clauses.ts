/** Units of every clause first: one that says more of the same comes after one that says what the question asks besides. */
import { compareText } from '../core/index.ts'
import type { CandidateSource } from '../index/index.ts'

/** Units that may be put in another order: with 50 the first ten are the same (research/hops). */
const COVERING_UNITS = 100

/** For each clause and unit: how much of the clause the unit says, 0 to 1. BM25 over what it could be at most. */
export async function clauseShares(
  index: CandidateSource,
  clauses: readonly (readonly string[])[],
  units: readonly string[],
): Promise<Float64Array[]> {
  return Promise.all(
    clauses.map(async (terms) => {
      const query = { terms, vector: null, depth: 1, filter: null, also: () => units }
      const found = await index.candidates(query)
      const shares = new Map(found.units.map((unit, i) => [unit, found.words[i]! / found.wordsPossible]))
      return Float64Array.from(units, (unit) => shares.get(unit) ?? 0)
    }),
  )
}

export interface ScoredUnits {
  readonly units: readonly string[]
  readonly scores: Float64Array
}

/**
 * Scores of the same units in the order in which they are taken: always the one whose score with what it adds is greatest. A unit adds
 * what it says more of each clause than those before it, mean of the clauses; a whole clause counts as much as the best unit's score.
 * Greedy choice is within 1 - 1/e of the best one (Nemhauser, Wolsey and Fisher 1978); the weight is not tuned: half of it and
 * twice it are within .02 R@5 (research/hops, half `tune`).
 */
export function coveringScores(
  { units, scores }: ScoredUnits,
  shares: readonly Float64Array[],
): Float64Array {
  const left = new Set(bestOf({ units, scores }))
  const weight = Math.max(0, ...scores) / shares.length
  const covered = shares.map(() => 0)
  const added = (unit: number) =>
    weight * shares.reduce((sum, share, clause) => sum + Math.max(0, share[unit]! - covered[clause]!), 0)
  const result = Float64Array.from(scores)
  const taken = { units, scores: result }
  while (left.size > 0) {
    for (const unit of left) result[unit] = scores[unit]! + added(unit)
    const best = [...left].reduce((a, b) => (inOrder(taken, a, b) <= 0 ? a : b))
    left.delete(best)
    for (const [clause, share] of shares.entries()) covered[clause] = Math.max(covered[clause]!, share[best]!)
  }
  return result
}

function bestOf(scored: ScoredUnits): number[] {
  const order = [...scored.scores.keys()].sort((a, b) => inOrder(scored, a, b))
  return order.slice(0, COVERING_UNITS)
}

/** As hits are sorted. */
function inOrder({ units, scores }: ScoredUnits, a: number, b: number): number {
  return scores[b]! - scores[a]! || compareText(units[a]!, units[b]!)
}

/** From a walk to the units that may be hits, and to their order. */
import type { Candidates } from '../index/index.ts'
import type { Question } from './ports.ts'
import type { Ranked } from './question.ts'
import type { Walk } from './walk-from.ts'

// Chosen, not measured: more than the hits, for several of one paper.
const LEAST_UNITS = 100
const UNITS_PER_HIT = 4

/** More than there are hits, for several of one paper; all of them where a filter may leave out the first. */
export function wantedUnits({ k, filter }: Question): number {
  return filter === undefined ? Math.max(LEAST_UNITS, UNITS_PER_HIT * k) : Number.POSITIVE_INFINITY
}

export function rankedBy(walk: Walk | null, { units, papers, cosines }: Candidates): Ranked[] {
  return units.map((unit, i) => ({
    unit,
    paper: papers[i]!,
    score: walk?.scores.get(unit) ?? 0,
    why: { cosine: cosines[i]!, walk: { names: [] } },
  }))
}

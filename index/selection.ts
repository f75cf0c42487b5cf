/**
 * The best rows of a score array. Scores are counted into bins up to the highest; a row below the bin in which the depth-th best so far
 * lies is passed over, and only the rest are compared. Cost: two passes whose branches hardly ever change.
 */

export interface SelectionRules {
  /** Most rows to select. */
  readonly depth: number
  /** Only rows from this one on; from 0 where absent. */
  readonly from?: number
  /** Only rows whose cell is 1. */
  readonly allowed: Uint8Array
  /** Only scores above this. */
  readonly above: number
  /** Unit ids by row. Equal scores are ordered by id, so a ranking never depends on the order in which units came. */
  readonly ids: readonly string[]
}

// Enough that the last bin holds few rows more than are wanted, few enough to stay in the first-level cache.
const BINS = 1024

/** Returns the rows with the highest scores, best first. */
export function bestRows(scores: Float32Array, rows: number, rules: SelectionRules): number[] {
  const { depth, ids } = rules
  return goodRows(scores, rows, rules)
    .sort((a, b) => scores[b]! - scores[a]! || (ids[a]! < ids[b]! ? -1 : 1))
    .slice(0, depth)
}

/** The wanted rows and those that share the last one's bin, in no order. */
function goodRows(scores: Float32Array, rows: number, rules: SelectionRules): number[] {
  const { depth, allowed, above, from = 0 } = rules
  let highest = above
  for (let row = from; row < rows; row++) if (scores[row]! > highest) highest = scores[row]!
  const scale = highest > above ? (BINS - 1) / (highest - above) : 0
  const counts = new Uint32Array(BINS)
  const good: number[] = []
  let [bar, fromBar] = [0, 0]
  for (let row = from; row < rows; row++) {
    const bin = ((scores[row]! - above) * scale) | 0
    if (bin < bar || allowed[row] !== 1 || !(scores[row]! > above)) continue
    good.push(row)
    counts[bin]!++
    fromBar++
    while (fromBar - counts[bar]! >= depth && bar < BINS - 1) fromBar -= counts[bar++]!
  }
  return good.filter((row) => (((scores[row]! - above) * scale) | 0) >= bar)
}

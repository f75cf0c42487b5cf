/**
 * Selects the best rows of a score array. Scores are counted in bins; a row below the bin that contains the depth-th best score so far
 * is skipped, and only the rest are compared. Cost: two passes with well predicted branches.
 */

export interface SelectionRules {
  /** Most rows to select. */
  readonly depth: number
  /** First row to consider; 0 if absent. */
  readonly from?: number
  /** Considers only rows whose cell is 1. */
  readonly allowed: Uint8Array
  /** Considers only scores above this. */
  readonly above: number
  /** Unit ids by row. Equal scores are ordered by id, so that a ranking never depends on the order in which units were added. */
  readonly ids: readonly string[]
}

// Enough that the last bin has few more rows than are wanted, few enough to fit the first-level cache.
const BINS = 1024

/** Returns the rows with the highest scores, best first. */
export function bestRows(scores: Float32Array, rows: number, rules: SelectionRules): number[] {
  const { depth, ids } = rules
  return goodRows(scores, rows, rules)
    .sort((a, b) => scores[b]! - scores[a]! || (ids[a]! < ids[b]! ? -1 : 1))
    .slice(0, depth)
}

/** Returns the best rows and those in the same bin as the last of them, unordered. */
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

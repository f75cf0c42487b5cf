/**
 * The best rows of a score array. Scores are counted into bins between the lowest and the highest; only rows from the bin
 * in which the depth-th one lies are compared. Cost: three passes without a branch that is hard to foresee, some 3 ns a row.
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
  const eligible = eligibleRows(scores, rows, rules)
  let lowest = Number.POSITIVE_INFINITY
  let highest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < eligible.length; i++) {
    const score = scores[eligible[i]!]!
    if (score < lowest) lowest = score
    if (score > highest) highest = score
  }
  const scale = highest > lowest ? (BINS - 1) / (highest - lowest) : 0
  const counts = new Uint32Array(BINS)
  for (let i = 0; i < eligible.length; i++) counts[((scores[eligible[i]!]! - lowest) * scale) | 0]!++
  let bar = BINS
  for (let wanted = rules.depth; wanted > 0 && bar > 0; ) wanted -= counts[--bar]!
  const good: number[] = []
  for (let i = 0; i < eligible.length; i++)
    if ((((scores[eligible[i]!]! - lowest) * scale) | 0) >= bar) good.push(eligible[i]!)
  return good
}

function eligibleRows(scores: Float32Array, rows: number, rules: SelectionRules): Uint32Array {
  const { allowed, above, from = 0 } = rules
  const eligible = new Uint32Array(rows - from)
  let count = 0
  for (let row = from; row < rows; row++) {
    eligible[count] = row
    count += allowed[row] === 1 && scores[row]! > above ? 1 : 0
  }
  return eligible.subarray(0, count)
}

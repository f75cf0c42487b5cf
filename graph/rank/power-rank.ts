/**
 * Personalised PageRank by power iteration: the same fixed point as push-rank.ts, x = d T x + (1 - d) r with the mass of nodes
 * without out-edges going back to the reset, over the whole graph. Cost: every edge in every round. The oracle of tests and benches.
 */
import { checkDamping, DEFAULT_DAMPING, type GraphView, type Reset, sumOfReset } from './graph-view.ts'

// The L1 distance to the fixed point at least halves in a round at damping .5: enough for 1e-15.
const DEFAULT_ROUNDS = 60

export interface PowerSettings {
  /** Share of the mass that walks on, in [0, 1). */
  readonly damping?: number
  /** At most so many rounds. */
  readonly rounds?: number
  /** Stops once a round changes no more than this in sum; 0 runs all rounds. */
  readonly tolerance?: number
}

export interface PowerRanks {
  /** By node; sums to 1. */
  readonly scores: Float64Array
  readonly rounds: number
  /** L1 change of the last round; the fixed point is at most damping / (1 - damping) times this away. */
  readonly change: number
}

/** Ranks the nodes. Throws RangeError for a reset that is empty, negative, not finite or outside the graph. */
export function powerRank(
  view: GraphView,
  reset: Reset,
  { damping = DEFAULT_DAMPING, rounds = DEFAULT_ROUNDS, tolerance = 0 }: PowerSettings = {},
): PowerRanks {
  checkDamping(damping)
  const sum = sumOfReset(view, reset)
  const start = new Float64Array(view.nodes)
  for (let i = 0; i < reset.nodes.length; i++) start[reset.nodes[i]!]! += reset.weights[i]! / sum
  let scores = start.slice()
  let next = new Float64Array(view.nodes)
  let done = 0
  let change = Number.POSITIVE_INFINITY
  for (; done < rounds && change > tolerance; done++) {
    const returned = spread(view, scores, next, damping)
    change = 0
    for (let node = 0; node < view.nodes; node++) {
      next[node]! += (1 - damping + returned) * start[node]!
      change += Math.abs(next[node]! - scores[node]!)
    }
    ;[scores, next] = [next, scores]
  }
  return { scores, rounds: done, change }
}

/** Writes d T x into `next`; returns what nodes without out-edges give back. */
function spread(view: GraphView, scores: Float64Array, next: Float64Array, damping: number): number {
  const { starts, degrees, targets, weights, totals } = view
  next.fill(0)
  let returned = 0
  for (let node = 0; node < view.nodes; node++) {
    const mass = damping * scores[node]!
    if (mass === 0) continue
    const start = starts[node]!
    const end = start + degrees[node]!
    if (start === end) returned += mass
    const perWeight = mass / totals[node]!
    for (let cell = start; cell < end; cell++) next[targets[cell]!]! += perWeight * weights[cell]!
  }
  return returned
}

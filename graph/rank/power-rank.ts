/**
 * Personalised PageRank by power iteration: the same fixed point as push-rank.ts, x = d T x + (1 - d) r with the mass of nodes without
 * out-edges returning to the reset, over the whole graph. Cost: every edge in every round.
 */
import { type GraphView, type Reset, sumOfReset } from './graph-view.ts'

export interface PowerSettings {
  /** Share of the mass that walks on, in [0, 1). */
  readonly damping: number
  readonly rounds: number
}

/** Ranks the nodes; the ranks sum to 1. Throws RangeError for a reset that is empty, negative or not finite. */
export function powerRank(view: GraphView, reset: Reset, { damping, rounds }: PowerSettings): Float64Array {
  const sum = sumOfReset(reset)
  const start = new Float64Array(view.nodes)
  for (let i = 0; i < reset.nodes.length; i++) start[reset.nodes[i]!]! += reset.weights[i]! / sum
  let scores = start.slice()
  let next = new Float64Array(view.nodes)
  for (let round = 0; round < rounds; round++) {
    const returned = spread(view, scores, next, damping)
    for (let node = 0; node < view.nodes; node++) next[node]! += (1 - damping + returned) * start[node]!
    ;[scores, next] = [next, scores]
  }
  return scores
}

/** Writes d T x into `next`; returns the mass of nodes without out-edges. */
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

/**
 * Personalised PageRank by forward push (Andersen, Chung and Lang 2006, "Local graph partitioning using PageRank vectors"), directed and
 * weighted. Solves x = d T x + (1 - d) r: T spreads a node's mass over its out-edges by weight, a node without any returns it to the reset
 * r. Only the part of the graph with mass is read.
 *
 * Every node has a score and a residual, which is mass that has arrived and is not yet spread. In a round all nodes whose residual q is at
 * least epsilon x degree push at once (push-rounds.ts): (1 - d) q stays as score, d q is passed to the neighbours. A round reads only what
 * earlier rounds left, so the order of nodes affects only rounding. When no node is due, (1 - d) q of all others is settled too, at no
 * cost. The scores are then nowhere above the fixed point, and their sum is short of 1 by the leftover: their L1 error, exactly. It is
 * shared among the nodes reached in proportion to their degree, the form that long walks over an undirected graph tend to: on 100k nodes
 * and 1M edges at 1e-6 that reduces the L1 error from .13 to .065 and raises the share of equal best 20 from .985 to .998.
 *
 * Mass of nodes without out-edges is not spread over the reset, which would cost its length in each round. Such a share s is a walk that
 * starts again, x = p + s x, so it is enough to divide by 1 - s at the end.
 *
 * Cost: at most 1 / ((1 - d) epsilon) edges whatever the size of the graph, as a push over k edges settles (1 - d) epsilon k or more of the
 * mass. Memory: 36 bytes a node, kept between calls.
 */
import { DEFAULT_DAMPING, type GraphView, type Reset, sumOfReset } from './graph-view.ts'
import { type PushSpace, pushAll } from './push-rounds.ts'

// At 100k nodes and 1M edges .998 of the best 20 are those of power iteration, at 3e-7 all, for about twice the time.
const DEFAULT_EPSILON = 1e-6

export interface PushSettings {
  /** Share of the mass that walks on, in [0, 1). */
  readonly damping?: number
  /** Smallest residual per out-edge that is still pushed. */
  readonly epsilon?: number
}

/** Ranks in arrays that belong to the ranker and are valid until its next call. */
export interface PushRanks {
  /** Nodes with a score above 0, unordered. */
  readonly nodes: Uint32Array
  /** Scores by node, 0 for all that were not reached; may be longer than the graph. */
  readonly scores: Float64Array
}

export interface PushRanker {
  /** Ranks the nodes. Throws RangeError for a reset that is empty, negative or not finite. */
  rank(view: GraphView, reset: Reset, settings?: PushSettings): PushRanks
}

/** Creates a ranker with a reusable workspace; it ranks graphs of any size, one call at a time. */
export function createPushRanker(): PushRanker {
  let space = createSpace(0)

  return {
    rank(view, reset, { damping = DEFAULT_DAMPING, epsilon = DEFAULT_EPSILON } = {}) {
      const sum = sumOfReset(reset)
      if (space.scores.length < view.nodes) space = createSpace(view.nodes)
      else clear(space)
      placeReset(space, reset, sum)
      pushAll(space, view, { damping, epsilon })
      const { waiting, returned, degrees } = settle(space, view, damping)
      const leftover = waiting / (1 - returned)
      const nodes = space.reached.subarray(0, space.reachedCount)
      finish(space.scores, nodes, view, 1 - returned, degrees === 0 ? 0 : leftover / degrees)
      return { nodes, scores: space.scores }
    },
  }
}

function createSpace(nodes: number): PushSpace {
  return {
    scores: new Float64Array(nodes),
    residuals: new Float64Array(nodes),
    reached: new Uint32Array(nodes),
    frontier: new Uint32Array(nodes),
    next: new Uint32Array(nodes),
    pushed: new Float64Array(nodes),
    reachedCount: 0,
    frontierCount: 0,
  }
}

/** Clears the scores; a call leaves no residuals. */
function clear(space: PushSpace): void {
  const { scores, reached, reachedCount } = space
  for (let i = 0; i < reachedCount; i++) scores[reached[i]!] = 0
  space.reachedCount = 0
}

function placeReset(space: PushSpace, { nodes, weights }: Reset, sum: number): void {
  const { residuals, reached } = space
  for (let i = 0; i < nodes.length; i++) {
    const share = weights[i]! / sum
    if (share === 0) continue
    const node = nodes[i]!
    if (residuals[node] === 0) reached[space.reachedCount++] = node
    residuals[node]! += share
  }
}

/** Settles the share that stays with each node; returns the mass left to spread, the mass for the reset, and the sum of degrees. */
function settle(space: PushSpace, view: GraphView, damping: number) {
  const { scores, residuals, reached, reachedCount } = space
  let waiting = 0
  let returned = 0
  let degrees = 0
  for (let i = 0; i < reachedCount; i++) {
    const node = reached[i]!
    const residual = residuals[node]!
    const degree = view.degrees[node]!
    residuals[node] = 0
    scores[node]! += (1 - damping) * residual
    if (degree === 0) returned += damping * residual
    else waiting += damping * residual
    degrees += degree
  }
  return { waiting, returned, degrees }
}

function finish(
  scores: Float64Array,
  nodes: Uint32Array,
  { degrees }: GraphView,
  whole: number,
  perDegree: number,
): void {
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!
    scores[node] = scores[node]! / whole + perDegree * degrees[node]!
  }
}

/**
 * Personalised PageRank by forward push (Andersen, Chung and Lang 2006, "Local graph partitioning using PageRank vectors"), directed
 * and weighted. Solves x = d T x + (1 - d) r: T spreads a node's mass over its out-edges by weight, a node without any gives it back
 * to the reset r. Only the part of the graph that holds mass is read.
 *
 * Every node has a score p and a residual q, mass that has arrived and is not yet spread. In a round all nodes with
 * q >= epsilon x max(1, degree) push at once: (1 - d) q stays as score, d q goes to the neighbours. As a round reads only
 * what earlier rounds left, the order of the nodes matters only to rounding. When no node is left, the (1 - d) q of the
 * others is settled too, which halves the error at no cost. What is then missing is non-negative and known exactly:
 * scores + leftover sum to 1, and the L1 distance to the fixed point is the leftover.
 *
 * Mass of nodes without out-edges is not spread over the reset, which would cost its length in each round. Such a share s is a walk that
 * starts again, x = p + s x, so all that is needed is to divide by 1 - s at the end.
 *
 * Cost: at most 1 / ((1 - d) epsilon) edges read whatever the size of the graph, as a push over k edges takes (1 - d) epsilon k
 * of the mass away. Memory: 36 bytes a node, kept between calls.
 */
import { checkDamping, DEFAULT_DAMPING, type GraphView, type Reset, sumOfReset } from './graph-view.ts'

// Same top 20 as power iteration at 100k nodes and 1M edges: bench/results/pagerank.json.
const DEFAULT_EPSILON = 1e-6
// Below, sums of doubles no longer tell a residual from rounding.
const SMALLEST_EPSILON = 1e-15

// A run through all nodes is cheaper than the same through a list of so many of them (measured at 100k nodes: a list jumps).
const WIDE_SHARE = 1 / 16

export interface PushSettings {
  /** Share of the mass that walks on, in [0, 1). */
  readonly damping?: number
  /** Smallest residual per out-edge that is still pushed. */
  readonly epsilon?: number
}

/** Arrays belong to the ranker and hold until its next call. */
export interface PushRanks {
  /** Nodes with a score above 0, in no order. */
  readonly nodes: Uint32Array
  /** By node, 0 for all that were not reached. Never above the fixed point. */
  readonly scores: Float64Array
  /** 1 - sum of the scores: the L1 distance to the fixed point. */
  readonly leftover: number
  readonly rounds: number
  /** Edges read. */
  readonly edges: number
}

export interface PushRanker {
  /** Throws RangeError for a reset that is empty, negative, not finite or outside the graph. */
  rank(view: GraphView, reset: Reset, settings?: PushSettings): PushRanks
}

interface Workspace {
  readonly scores: Float64Array
  readonly residuals: Float64Array
  /** Nodes with a score above 0. */
  readonly reached: Uint32Array
  /** Nodes with a residual above 0; not kept up once the push is wide. */
  readonly active: Uint32Array
  /** Nodes that push in this round, and what each of them has to push. */
  readonly frontier: Uint32Array
  readonly pushed: Float64Array
  reachedCount: number
  activeCount: number
  frontierCount: number
  /** Out-edges of the frontier. */
  frontierEdges: number
  /** Mass that nodes without out-edges gave back to the reset. */
  returned: number
}

interface Rule {
  readonly damping: number
  readonly epsilon: number
}

/** A ranker keeps its workspace; it serves graphs of any size, one call at a time. */
export function createPushRanker(): PushRanker {
  let space = createWorkspace(0)

  return {
    rank(view, reset, { damping = DEFAULT_DAMPING, epsilon = DEFAULT_EPSILON } = {}) {
      checkDamping(damping)
      if (!(epsilon >= SMALLEST_EPSILON)) throw new RangeError(`epsilon ${epsilon} is too small`)
      const sum = sumOfReset(view, reset)
      if (space.scores.length < view.nodes) space = createWorkspace(view.nodes)
      else clear(space)
      placeReset(space, reset, sum)
      const { rounds, edges, waiting } = pushAll(space, view, { damping, epsilon })
      const whole = 1 - space.returned
      const nodes = space.reached.subarray(0, space.reachedCount)
      if (space.returned > 0) for (let i = 0; i < nodes.length; i++) space.scores[nodes[i]!]! /= whole
      return { nodes, scores: space.scores, leftover: waiting / whole, rounds, edges }
    },
  }
}

function createWorkspace(nodes: number): Workspace {
  return {
    scores: new Float64Array(nodes),
    residuals: new Float64Array(nodes),
    reached: new Uint32Array(nodes),
    active: new Uint32Array(nodes),
    frontier: new Uint32Array(nodes),
    pushed: new Float64Array(nodes),
    reachedCount: 0,
    activeCount: 0,
    frontierCount: 0,
    frontierEdges: 0,
    returned: 0,
  }
}

/** A call leaves no residuals behind, so that only the scores are to be cleared. */
function clear(space: Workspace): void {
  const { scores, reached, reachedCount } = space
  if (reachedCount > scores.length * WIDE_SHARE) scores.fill(0)
  else for (let i = 0; i < reachedCount; i++) scores[reached[i]!] = 0
  space.reachedCount = 0
  space.activeCount = 0
  space.returned = 0
}

function placeReset(space: Workspace, { nodes, weights }: Reset, sum: number): void {
  const { residuals, active } = space
  for (let i = 0; i < nodes.length; i++) {
    const share = weights[i]! / sum
    if (share === 0) continue
    const node = nodes[i]!
    if (residuals[node] === 0) active[space.activeCount++] = node
    residuals[node]! += share
  }
}

/** Pushes until no node has enough, narrow at first, wide from the round on that would touch a good part of the graph. */
function pushAll(space: Workspace, view: GraphView, rule: Rule) {
  let rounds = 0
  let edges = 0
  let isWide = false
  for (;;) {
    if (isWide) takeFromAll(space, view, rule)
    else takeFromActive(space, view, rule)
    if (space.frontierCount === 0) break
    isWide ||= space.activeCount + space.frontierEdges > view.nodes * WIDE_SHARE
    if (isWide) spreadWide(space, view)
    else spreadNarrow(space, view)
    rounds++
    edges += space.frontierEdges
  }
  const waiting = isWide ? settleAll(space, view, rule) : settleActive(space, view, rule)
  return { rounds, edges, waiting }
}

/** Moves the nodes with enough residual from the active ones to the frontier and settles the share that stays with them. */
function takeFromActive(space: Workspace, { degrees }: GraphView, { epsilon, damping }: Rule): void {
  const { scores, residuals, active, frontier, pushed, reached } = space
  let kept = 0
  let taken = 0
  let edges = 0
  for (let i = 0; i < space.activeCount; i++) {
    const node = active[i]!
    const residual = residuals[node]!
    const degree = degrees[node]!
    if (residual < epsilon * (degree === 0 ? 1 : degree)) active[kept++] = node
    else {
      const score = scores[node]!
      if (score === 0) reached[space.reachedCount++] = node
      scores[node] = score + (1 - damping) * residual
      residuals[node] = 0
      frontier[taken] = node
      pushed[taken++] = damping * residual
      edges += degree
    }
  }
  space.activeCount = kept
  space.frontierCount = taken
  space.frontierEdges = edges
}

/** The same without a list: one run through all nodes. */
function takeFromAll(space: Workspace, { nodes, degrees }: GraphView, { epsilon, damping }: Rule): void {
  const { scores, residuals, frontier, pushed } = space
  let taken = 0
  let edges = 0
  for (let node = 0; node < nodes; node++) {
    const residual = residuals[node]!
    if (residual < epsilon) continue
    const degree = degrees[node]!
    if (residual < epsilon * degree) continue
    scores[node]! += (1 - damping) * residual
    residuals[node] = 0
    frontier[taken] = node
    pushed[taken++] = damping * residual
    edges += degree
  }
  space.frontierCount = taken
  space.frontierEdges = edges
}

/** Spreads what the frontier pushes over its out-edges and lists the nodes that become active. */
function spreadNarrow(space: Workspace, view: GraphView): void {
  const { residuals, active, frontier, pushed, frontierCount } = space
  const { starts, degrees, targets, weights, totals } = view
  let activeCount = space.activeCount
  for (let i = 0; i < frontierCount; i++) {
    const node = frontier[i]!
    const start = starts[node]!
    const end = start + degrees[node]!
    if (start === end) space.returned += pushed[i]!
    const perWeight = pushed[i]! / totals[node]!
    for (let cell = start; cell < end; cell++) {
      const target = targets[cell]!
      const before = residuals[target]!
      if (before === 0) active[activeCount++] = target
      residuals[target] = before + perWeight * weights[cell]!
    }
  }
  space.activeCount = activeCount
}

function spreadWide(space: Workspace, view: GraphView): void {
  const { residuals, frontier, pushed, frontierCount } = space
  const { starts, degrees, targets, weights, totals } = view
  for (let i = 0; i < frontierCount; i++) {
    const node = frontier[i]!
    const start = starts[node]!
    const end = start + degrees[node]!
    if (start === end) space.returned += pushed[i]!
    const perWeight = pushed[i]! / totals[node]!
    for (let cell = start; cell < end; cell++) residuals[targets[cell]!]! += perWeight * weights[cell]!
  }
}

/** Settles the share that stays with each node that is still active; returns what they would have spread. */
function settleActive(space: Workspace, { degrees }: GraphView, { damping }: Rule): number {
  const { scores, residuals, active, reached, activeCount } = space
  let waiting = 0
  for (let i = 0; i < activeCount; i++) {
    const node = active[i]!
    const residual = residuals[node]!
    const score = scores[node]!
    if (score === 0) reached[space.reachedCount++] = node
    scores[node] = score + (1 - damping) * residual
    residuals[node] = 0
    if (degrees[node] === 0) space.returned += damping * residual
    else waiting += damping * residual
  }
  return waiting
}

function settleAll(space: Workspace, { nodes, degrees }: GraphView, { damping }: Rule): number {
  const { scores, residuals, reached } = space
  let waiting = 0
  let reachedCount = 0
  for (let node = 0; node < nodes; node++) {
    const residual = residuals[node]!
    const score = scores[node]! + (1 - damping) * residual
    scores[node] = score
    residuals[node] = 0
    if (degrees[node] === 0) space.returned += damping * residual
    else waiting += damping * residual
    reached[reachedCount] = node
    reachedCount += score > 0 ? 1 : 0
  }
  space.reachedCount = reachedCount
  return waiting
}

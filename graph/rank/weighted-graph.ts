/**
 * A directed, weighted graph that can change, kept in the form that a walk reads (graph-view.ts). An undirected graph holds each
 * edge in the blocks of both its ends.
 *
 * Nothing of the past stays behind in the numbers: sums of weights are recomputed from the blocks that changed. Weights are
 * Float32: adding and taking away again is exact for counts and all multiples of one power of two within 24 bits. Weights of
 * another kind, such as cosines, are to be set (setEdge, setEdges), not added up.
 */
import {
  addNode,
  type EdgePool,
  emptyPool,
  type GraphParts,
  isWeight,
  partsOf,
  poolOf,
  release,
  reserve,
} from './edge-pool.ts'
import type { GraphView } from './graph-view.ts'
import { createWeightSums } from './weight-sums.ts'

// Float32 has 24 bits: what a subtraction leaves below this share of what was there is rounding.
const ROUNDING_SHARE = 2 ** -22

export interface WeightedGraph {
  nodes(): number
  /** Appends a node without edges; returns its number. */
  addNode(): number
  /** Out-edges of a node. */
  degree(node: number): number
  /** Where its out-edges lead: a window on the pool that holds until the next change. */
  neighbours(node: number): Uint32Array
  /** Returns the weight of an edge; 0 without one. Cost: the degree of `from`. */
  weight(from: number, to: number): number
  /** Replaces all out-edges of a node. Targets must differ from each other. Cost: their count. */
  setEdges(node: number, targets: ArrayLike<number>, weights: ArrayLike<number>): void
  /** Gives an edge this weight, new or not. Cost: the degree of `from`. */
  setEdge(from: number, to: number, weight: number): void
  /**
   * Makes an edge that the caller knows to be new, at constant cost: for hubs. If it is not new, both count with their sum
   * in a walk, but all other calls see the first alone.
   */
  appendEdge(from: number, to: number, weight: number): void
  /** Takes `weight` away, all of it by default; at 0 the edge goes. Returns whether there was one. Cost: the degree of `from`. */
  removeEdge(from: number, to: number, weight?: number): boolean
  /** What a walk reads. It holds until the next change. Cost: the degrees of the nodes changed since the last view. */
  view(): GraphView
  /** A copy without gaps. */
  parts(): GraphParts
}

/** An empty graph, or one over the parts of a snapshot, which it takes over. A node or weight that cannot be is a RangeError. */
export function createWeightedGraph(from?: GraphParts): WeightedGraph {
  const pool = from === undefined ? emptyPool() : poolOf(from)
  const sums = createWeightSums(pool)

  return {
    nodes: () => pool.nodes,
    addNode: () => addNode(pool),
    degree: (node) => pool.degrees[checkedNode(pool, node)]!,
    neighbours(node) {
      const start = pool.starts[checkedNode(pool, node)]!
      return pool.targets.subarray(start, start + pool.degrees[node]!)
    },
    weight(node, target) {
      const cell = cellOf(pool, checkedNode(pool, node), checkedNode(pool, target))
      return cell === -1 ? 0 : pool.weights[cell]!
    },
    setEdges(node, targets, weights) {
      replaceBlock(pool, checkedNode(pool, node), targets, weights)
      sums.changed(node)
    },
    setEdge(node, target, weight) {
      checkEdge(pool, node, target, weight)
      const cell = cellOf(pool, node, target)
      if (cell === -1) append(pool, node, target, weight)
      else pool.weights[cell] = weight
      sums.changed(node)
    },
    appendEdge(node, target, weight) {
      checkEdge(pool, node, target, weight)
      append(pool, node, target, weight)
      sums.changed(node)
    },
    removeEdge(node, target, weight = Number.POSITIVE_INFINITY) {
      const cell = cellOf(pool, checkedNode(pool, node), checkedNode(pool, target))
      if (cell === -1) return false
      const before = pool.weights[cell]!
      const left = before - weight
      if (left <= before * ROUNDING_SHARE) drop(pool, node, cell)
      else pool.weights[cell] = left
      sums.changed(node)
      return true
    },
    view: () => ({
      nodes: pool.nodes,
      starts: pool.starts,
      degrees: pool.degrees,
      targets: pool.targets,
      weights: pool.weights,
      totals: sums.totals(),
    }),
    parts: () => partsOf(pool),
  }
}

function replaceBlock(
  pool: EdgePool,
  node: number,
  targets: ArrayLike<number>,
  weights: ArrayLike<number>,
): void {
  if (targets.length !== weights.length)
    throw new RangeError(`${targets.length} targets with ${weights.length} weights`)
  for (let i = 0; i < targets.length; i++) checkEdge(pool, node, targets[i]!, weights[i]!)
  pool.degrees[node] = 0
  reserve(pool, node, targets.length)
  const start = pool.starts[node]!
  for (let i = 0; i < targets.length; i++) {
    pool.targets[start + i] = targets[i]!
    pool.weights[start + i] = weights[i]!
  }
  pool.degrees[node] = targets.length
  release(pool, node)
}

function append(pool: EdgePool, node: number, target: number, weight: number): void {
  const degree = pool.degrees[node]!
  reserve(pool, node, degree + 1)
  const cell = pool.starts[node]! + degree
  pool.targets[cell] = target
  pool.weights[cell] = weight
  pool.degrees[node] = degree + 1
}

/** The last edge of the block moves to the place of the removed one. */
function drop(pool: EdgePool, node: number, cell: number): void {
  const last = pool.starts[node]! + pool.degrees[node]! - 1
  pool.targets[cell] = pool.targets[last]!
  pool.weights[cell] = pool.weights[last]!
  pool.degrees[node]!--
  release(pool, node)
}

function cellOf({ starts, degrees, targets }: EdgePool, node: number, target: number): number {
  const end = starts[node]! + degrees[node]!
  for (let cell = starts[node]!; cell < end; cell++) if (targets[cell] === target) return cell
  return -1
}

function checkedNode(pool: EdgePool, node: number): number {
  if (!(Number.isInteger(node) && node >= 0 && node < pool.nodes))
    throw new RangeError(`node ${node} in a graph of ${pool.nodes} nodes`)
  return node
}

function checkEdge(pool: EdgePool, node: number, target: number, weight: number): void {
  checkedNode(pool, node)
  checkedNode(pool, target)
  if (!isWeight(Math.fround(weight)))
    throw new RangeError(`edge from ${node} to ${target} with the weight ${weight}`)
}

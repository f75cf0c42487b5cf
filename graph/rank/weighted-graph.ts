/**
 * A directed, weighted graph that can change, stored in the form that a walk reads (graph-view.ts). An undirected graph has each edge in
 * the blocks of both nodes.
 *
 * The numbers do not depend on the history: sums of weights are recomputed from the blocks that changed. Weights are Float32: adding and
 * subtracting again is exact for counts and all multiples of one power of two within 24 bits. Other weights, such as cosines, must be set
 * (setEdge, setEdges), not added.
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

// Float32 has 24 bits: a remainder below this share of the weight before a subtraction is a rounding error.
const ROUNDING_SHARE = 2 ** -22

export interface WeightedGraph {
  nodes(): number
  /** Appends a node without edges; returns its number. */
  addNode(): number
  /** Returns the number of out-edges of a node. */
  degree(node: number): number
  /** Returns the targets of its out-edges: a view of the pool that is valid until the next change. */
  neighbours(node: number): Uint32Array
  /** Returns the weight of an edge; 0 without one. Cost: the degree of `from`. */
  weight(from: number, to: number): number
  /** Replaces all out-edges of a node. Targets must be distinct. Cost: their count. */
  setEdges(node: number, targets: ArrayLike<number>, weights: ArrayLike<number>): void
  /** Sets the weight of an edge, new or not. Cost: the degree of `from`. */
  setEdge(from: number, to: number, weight: number): void
  /**
   * Adds an edge that the caller knows to be new, at constant cost: for hubs. If it is not new, a walk uses the sum of both, but all other
   * calls see only the first.
   */
  appendEdge(from: number, to: number, weight: number): void
  /** Subtracts `weight`, by default all of it; at 0 the edge is removed. Returns whether there was one. Cost: the degree of `from`. */
  removeEdge(from: number, to: number, weight?: number): boolean
  /** Returns the form that a walk reads, valid until the next change. Cost: the degrees of the nodes changed since the last view. */
  view(): GraphView
  /** Returns a copy without gaps. */
  parts(): GraphParts
}

/** Creates an empty graph, or one that takes over the parts of a snapshot. Throws RangeError for an invalid node or weight. */
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

/** Moves the last edge of the block to the place of the removed one. */
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

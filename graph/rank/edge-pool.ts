/**
 * Stores the out-edges of each node: one block of cells per node in a pool of two parallel typed arrays. A full block moves to the pool's
 * end with twice the capacity, so that appending costs a constant on average; once more than half of the pool is abandoned, all blocks are
 * compacted. All state is numbers in typed arrays.
 */
import { GlossError } from '../../core/index.ts'

const FIRST_CELLS = 1_024
const FIRST_NODES = 256
const FIRST_BLOCK_CELLS = 4
const GROWTH = 2
// A block shrinks when less than a quarter of it is used: far enough from GROWTH to avoid repeated moves.
const SPARSE_SHARE = 0.25

/** Edges without gaps, node by node: the content of a snapshot. */
export interface GraphParts {
  /** One more entry than there are nodes: the edges of node u are the cells starts[u] to starts[u + 1]. */
  readonly starts: Uint32Array
  readonly targets: Uint32Array
  /** All above 0. */
  readonly weights: Float32Array
}

export interface EdgePool {
  nodes: number
  starts: Uint32Array
  /** Number of cells in use of each block. */
  degrees: Uint32Array
  /** Number of cells of each block. */
  capacities: Uint32Array
  targets: Uint32Array
  weights: Float32Array
  /** Number of cells allocated to blocks so far. */
  end: number
  /** Number of those cells that no block has any more. */
  abandoned: number
}

export function emptyPool(): EdgePool {
  return {
    nodes: 0,
    starts: new Uint32Array(FIRST_NODES),
    degrees: new Uint32Array(FIRST_NODES),
    capacities: new Uint32Array(FIRST_NODES),
    targets: new Uint32Array(FIRST_CELLS),
    weights: new Float32Array(FIRST_CELLS),
    end: 0,
    abandoned: 0,
  }
}

/** Creates a pool from the arrays, without copying them. Throws INDEX_STALE for parts that are not a graph. */
export function poolOf({ starts, targets, weights }: GraphParts): EdgePool {
  const nodes = starts.length - 1
  const edges = targets.length
  const refuse = (reason: string) => {
    throw new GlossError('INDEX_STALE', `the graph snapshot is damaged: ${reason}`, { nodes, edges })
  }
  if (nodes < 0 || starts[0] !== 0 || starts[nodes] !== edges || weights.length !== edges)
    refuse('its arrays do not fit together')
  const degrees = new Uint32Array(nodes)
  for (let node = 0; node < nodes; node++) {
    if (starts[node + 1]! < starts[node]!) refuse(`node ${node} ends before it starts`)
    degrees[node] = starts[node + 1]! - starts[node]!
  }
  for (let cell = 0; cell < edges; cell++) {
    if (targets[cell]! >= nodes) refuse(`edge ${cell} leads to node ${targets[cell]}`)
    if (!isWeight(weights[cell]!)) refuse(`edge ${cell} has the weight ${weights[cell]}`)
  }
  const capacities = degrees.slice()
  return {
    nodes,
    starts: starts.slice(0, nodes),
    degrees,
    capacities,
    targets,
    weights,
    end: edges,
    abandoned: 0,
  }
}

export function isWeight(weight: number): boolean {
  return weight > 0 && weight < Number.POSITIVE_INFINITY
}

export function partsOf(pool: EdgePool): GraphParts {
  const starts = new Uint32Array(pool.nodes + 1)
  for (let node = 0; node < pool.nodes; node++) starts[node + 1] = starts[node]! + pool.degrees[node]!
  const edges = starts[pool.nodes]!
  const parts = { starts, targets: new Uint32Array(edges), weights: new Float32Array(edges) }
  for (let node = 0; node < pool.nodes; node++) copyBlock(pool, node, parts, starts[node]!)
  return parts
}

export function addNode(pool: EdgePool): number {
  if (pool.nodes === pool.starts.length) {
    const length = Math.max(FIRST_NODES, pool.nodes * GROWTH)
    pool.starts = grown(pool.starts, new Uint32Array(length))
    pool.degrees = grown(pool.degrees, new Uint32Array(length))
    pool.capacities = grown(pool.capacities, new Uint32Array(length))
  }
  return pool.nodes++
}

/** Ensures capacity for this many edges of a node; its present edges stay. */
export function reserve(pool: EdgePool, node: number, cells: number): void {
  if (cells <= pool.capacities[node]!) return
  if (pool.abandoned * 2 > pool.end) compact(pool)
  const capacity = Math.max(FIRST_BLOCK_CELLS, cells, pool.degrees[node]! * GROWTH)
  growCells(pool, pool.end + capacity)
  copyBlock(pool, node, pool, pool.end)
  pool.abandoned += pool.capacities[node]!
  pool.starts[node] = pool.end
  pool.capacities[node] = capacity
  pool.end += capacity
}

/** Shrinks a block that has become sparse. */
export function release(pool: EdgePool, node: number): void {
  const degree = pool.degrees[node]!
  const capacity = pool.capacities[node]!
  if (degree >= capacity * SPARSE_SHARE) return
  const kept = degree * GROWTH
  pool.abandoned += capacity - kept
  pool.capacities[node] = kept
  if (pool.abandoned * 2 > pool.end) compact(pool)
}

/** Moves all blocks, with their capacity, into new arrays. Cost: the pool, paid for by the changes that abandoned half of it. */
function compact(pool: EdgePool): void {
  const cells = Math.max(FIRST_CELLS, (pool.end - pool.abandoned) * GROWTH)
  const fresh = { targets: new Uint32Array(cells), weights: new Float32Array(cells) }
  let end = 0
  for (let node = 0; node < pool.nodes; node++) {
    copyBlock(pool, node, fresh, end)
    pool.starts[node] = end
    end += pool.capacities[node]!
  }
  Object.assign(pool, fresh, { end, abandoned: 0 })
}

interface Cells {
  readonly targets: Uint32Array
  readonly weights: Float32Array
}

function copyBlock(pool: EdgePool, node: number, into: Cells, at: number): void {
  const start = pool.starts[node]!
  const end = start + pool.degrees[node]!
  for (let cell = start; cell < end; cell++) {
    into.targets[at + cell - start] = pool.targets[cell]!
    into.weights[at + cell - start] = pool.weights[cell]!
  }
}

function growCells(pool: EdgePool, cells: number): void {
  if (cells <= pool.targets.length) return
  const length = Math.max(cells, pool.targets.length * GROWTH)
  pool.targets = grown(pool.targets, new Uint32Array(length))
  pool.weights = grown(pool.weights, new Float32Array(length))
}

function grown<T extends Uint32Array | Float32Array>(values: T, into: T): T {
  into.set(values)
  return into
}

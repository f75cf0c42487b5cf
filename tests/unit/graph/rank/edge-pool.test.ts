/** Where edges lie: how much room blocks get, when they move, and when the pool is packed. */
import { describe, expect, it } from 'vitest'
import {
  addNode,
  type EdgePool,
  emptyPool,
  isWeight,
  partsOf,
  poolOf,
  release,
  reserve,
} from '../../../../graph/rank/edge-pool.ts'

function poolWith(nodes: number): EdgePool {
  const pool = emptyPool()
  for (let node = 0; node < nodes; node++) expect(addNode(pool)).toBe(node)
  return pool
}

/** Appends edges to nodes 100, 101 … with weights 1, 2 …, as the graph does. */
function append(pool: EdgePool, node: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const degree = pool.degrees[node]!
    reserve(pool, node, degree + 1)
    pool.targets[pool.starts[node]! + degree] = 100 + degree
    pool.weights[pool.starts[node]! + degree] = 1 + degree
    pool.degrees[node] = degree + 1
  }
}

function block(pool: EdgePool, node: number): number[] {
  const start = pool.starts[node]!
  return [...pool.targets.subarray(start, start + pool.degrees[node]!)]
}

const targetsOf = (count: number) => Array.from({ length: count }, (_, i) => 100 + i)
const room = ({ end, abandoned, targets, weights }: EdgePool) => ({
  end,
  abandoned,
  cells: [targets.length, weights.length],
})

describe('room for nodes', () => {
  it('is 256 at first, and twice as much whenever it is full', () => {
    const lengths = (pool: EdgePool) => [pool.starts.length, pool.degrees.length, pool.capacities.length]
    const pool = poolWith(256)
    expect(lengths(pool)).toEqual([256, 256, 256])
    append(pool, 255, 1)
    expect(addNode(pool)).toBe(256)
    expect(lengths(pool)).toEqual([512, 512, 512])
    expect([pool.nodes, block(pool, 255), pool.capacities[255]]).toEqual([257, [100], 4])
  })

  it('is 256 again after a snapshot of fewer', () => {
    const pool = poolOf(partsOf(poolWith(3)))
    expect(pool.starts).toHaveLength(3)
    addNode(pool)
    expect(pool.starts).toHaveLength(256)
    const many = poolOf(partsOf(poolWith(200)))
    addNode(many)
    expect(many.starts).toHaveLength(400)
  })
})

describe('a block', () => {
  it('has four cells at first, and moves to twice its edges when it is full', () => {
    const pool = poolWith(2)
    append(pool, 0, 4)
    expect([pool.capacities[0], pool.starts[0], room(pool)]).toEqual([
      4,
      0,
      { end: 4, abandoned: 0, cells: [1_024, 1_024] },
    ])
    append(pool, 0, 1)
    expect([pool.capacities[0], pool.starts[0], room(pool)]).toEqual([
      8,
      4,
      { end: 12, abandoned: 4, cells: [1_024, 1_024] },
    ])
    expect([block(pool, 0), [...pool.weights.subarray(4, 9)]]).toEqual([targetsOf(5), [1, 2, 3, 4, 5]])
  })

  it('gets as many cells as are asked for at once, and keeps them where fewer are', () => {
    const pool = poolWith(2)
    reserve(pool, 1, 50)
    expect([pool.capacities[1], pool.end]).toEqual([50, 50])
    reserve(pool, 1, 50)
    reserve(pool, 1, 3)
    expect([pool.capacities[1], pool.end]).toEqual([50, 50])
    reserve(pool, 1, 51)
    expect([pool.capacities[1], pool.starts[1], pool.abandoned]).toEqual([51, 50, 50])
  })

  it('gives room back below a quarter of it, and keeps twice its edges', () => {
    const pool = poolWith(2)
    reserve(pool, 0, 40)
    reserve(pool, 1, 100)
    pool.degrees[0] = 10
    release(pool, 0)
    expect([pool.capacities[0], pool.abandoned]).toEqual([40, 0])
    pool.degrees[0] = 9
    release(pool, 0)
    expect([pool.capacities[0], pool.abandoned]).toEqual([18, 22])
    pool.degrees[0] = 0
    release(pool, 0)
    expect([pool.capacities[0], pool.abandoned]).toEqual([0, 40])
  })
})

describe('the pool', () => {
  it('grows twofold, or to what is asked for', () => {
    const pool = poolWith(3)
    reserve(pool, 0, 1_024)
    expect(pool.targets).toHaveLength(1_024)
    reserve(pool, 1, 1)
    expect(room(pool)).toEqual({ end: 1_028, abandoned: 0, cells: [2_048, 2_048] })
    reserve(pool, 2, 5_000)
    expect(room(pool)).toEqual({ end: 6_028, abandoned: 0, cells: [6_028, 6_028] })
  })

  it('is packed with the next block that gives room back, once more than half of it is abandoned', () => {
    const pool = poolWith(3)
    append(pool, 0, 2)
    reserve(pool, 1, 4)
    append(pool, 2, 3)
    pool.abandoned = 6
    release(pool, 1)
    // The four cells of node 1 besides.
    expect(room(pool)).toEqual({ end: 8, abandoned: 0, cells: [1_024, 1_024] })
    expect([block(pool, 0), block(pool, 1), block(pool, 2)]).toEqual([targetsOf(2), [], targetsOf(3)])
    expect([...pool.starts.subarray(0, 3), ...pool.capacities.subarray(0, 3)]).toEqual([0, 4, 4, 4, 0, 4])
  })

  it('is not packed where half of it is abandoned', () => {
    const pool = poolWith(2)
    reserve(pool, 0, 4)
    reserve(pool, 1, 4)
    release(pool, 1)
    expect(room(pool)).toMatchObject({ end: 8, abandoned: 4 })
    reserve(pool, 1, 1)
    expect(room(pool)).toMatchObject({ end: 12, abandoned: 4 })
  })

  it('is packed before a block moves, too, into twice the cells that are in use', () => {
    const pool = poolWith(3)
    append(pool, 0, 1)
    reserve(pool, 1, 2_000)
    append(pool, 2, 4)
    pool.capacities[1] = 0
    pool.abandoned = 2_000
    reserve(pool, 2, 5)
    expect(room(pool)).toEqual({ end: 16, abandoned: 4, cells: [1_024, 1_024] })
    expect([block(pool, 0), block(pool, 2), pool.starts[2]]).toEqual([targetsOf(1), targetsOf(4), 8])
    const large = poolWith(2)
    reserve(large, 0, 1_000)
    reserve(large, 1, 3_000)
    large.degrees[1] = 1
    release(large, 1)
    expect(room(large)).toEqual({ end: 1_002, abandoned: 0, cells: [2_004, 2_004] })
  })

  it('is packed whole where it has as many nodes as room for them', () => {
    const pool = poolWith(256)
    append(pool, 0, 1)
    append(pool, 255, 5)
    reserve(pool, 1, 100)
    release(pool, 1)
    // Of 112 cells the 100 of node 1 and the first four of node 255 are abandoned.
    expect(room(pool)).toEqual({ end: 12, abandoned: 0, cells: [1_024, 1_024] })
    expect([block(pool, 0), block(pool, 255), pool.starts[255]]).toEqual([targetsOf(1), targetsOf(5), 4])
  })
})

describe('a snapshot', () => {
  it('has the edges of each node without gaps', () => {
    const pool = poolWith(3)
    append(pool, 0, 5)
    append(pool, 2, 1)
    const parts = partsOf(pool)
    expect([[...parts.starts], [...parts.targets], [...parts.weights]]).toEqual([
      [0, 5, 5, 6],
      [...targetsOf(5), 100],
      [1, 2, 3, 4, 5, 1],
    ])
  })

  it('is a pool again, full and without anything abandoned', () => {
    const parts = {
      starts: Uint32Array.of(0, 2, 2, 3),
      targets: Uint32Array.of(1, 2, 0),
      weights: Float32Array.of(1, 2, 0.5),
    }
    const pool = poolOf(parts)
    expect([pool.nodes, [...pool.starts], [...pool.degrees], [...pool.capacities]]).toEqual([
      3,
      [0, 2, 2],
      [2, 0, 1],
      [2, 0, 1],
    ])
    expect(room(pool)).toEqual({ end: 3, abandoned: 0, cells: [3, 3] })
    append(pool, 1, 1)
    expect(partsOf(pool).starts).toEqual(Uint32Array.of(0, 2, 3, 4))
  })

  it.each([
    { name: 'no start', starts: [], reason: 'its arrays do not fit together' },
    { name: 'a first start that is not 0', starts: [1, 2], reason: 'its arrays do not fit together' },
    { name: 'a last start before its edges end', starts: [0, 1], reason: 'its arrays do not fit together' },
    { name: 'fewer weights', starts: [0, 2], weights: [1], reason: 'its arrays do not fit together' },
    { name: 'starts that run backwards', starts: [0, 2, 1, 2], reason: 'node 1 ends before it starts' },
    { name: 'an edge to nowhere', starts: [0, 2], targets: [0, 1], reason: 'edge 1 leads to node 1' },
    { name: 'an edge without weight', starts: [0, 2], weights: [1, 0], reason: 'edge 1 has the weight 0' },
  ])('is refused with $name', ({ starts, targets = [0, 0], weights = [1, 1], reason }) => {
    expect(() =>
      poolOf({
        starts: Uint32Array.from(starts),
        targets: Uint32Array.from(targets),
        weights: Float32Array.from(weights),
      }),
    ).toThrow(`the graph snapshot is damaged: ${reason}`)
  })

  it('of no nodes is an empty pool', () => {
    expect(
      poolOf({ starts: Uint32Array.of(0), targets: new Uint32Array(), weights: new Float32Array() }).nodes,
    ).toBe(0)
  })
})

it.each([
  [1, true],
  [Number.MIN_VALUE, true],
  [0, false],
  [-1, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
])('%d as a weight: %s', (weight, is) => {
  expect(isWeight(weight)).toBe(is)
})

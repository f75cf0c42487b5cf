import { describe, expect, it } from 'vitest'
import { addNode, type EdgePool, emptyPool, reserve } from '../../../../graph/rank/edge-pool.ts'
import { createWeightSums } from '../../../../graph/rank/weight-sums.ts'

function setWeights(pool: EdgePool, node: number, ...weights: readonly number[]): void {
  reserve(pool, node, weights.length)
  pool.weights.set(weights, pool.starts[node]!)
  pool.degrees[node] = weights.length
}

function poolWith(nodes: number): EdgePool {
  const pool = emptyPool()
  for (let node = 0; node < nodes; node++) addNode(pool)
  return pool
}

describe('sums of weights', () => {
  it('are there for every node of a pool that is opened', () => {
    const pool = poolWith(3)
    setWeights(pool, 0, 1, 2)
    setWeights(pool, 2, 4)
    expect([...createWeightSums(pool).totals().subarray(0, 3)]).toEqual([3, 0, 4])
  })

  it('are taken anew for the nodes that changed, and for no others', () => {
    const pool = poolWith(3)
    setWeights(pool, 0, 1)
    setWeights(pool, 1, 1)
    const sums = createWeightSums(pool)
    sums.totals()
    for (const node of [0, 1, 2]) setWeights(pool, node, 8)
    sums.changed(1)
    sums.changed(2)
    sums.changed(1)
    expect([...sums.totals().subarray(0, 3)]).toEqual([1, 8, 8])
    setWeights(pool, 1, 16)
    expect(sums.totals()[1]).toBe(8)
    sums.changed(1)
    expect(sums.totals()[1]).toBe(16)
  })

  it('are taken anew for a node that changed, and not for the one that changed behind it the time before', () => {
    const pool = poolWith(3)
    for (const node of [0, 1, 2]) setWeights(pool, node, 1)
    const sums = createWeightSums(pool)
    sums.totals()
    for (const node of [0, 1, 2]) setWeights(pool, node, 8)
    sums.changed(2)
    expect([...sums.totals().subarray(0, 3)]).toEqual([1, 1, 8])
  })

  it('are taken anew however often other nodes changed before', () => {
    const pool = poolWith(3)
    const sums = createWeightSums(pool)
    sums.totals()
    // More often than there is room for nodes.
    for (let times = 0; times < 300; times++) sums.changed(1)
    setWeights(pool, 1, 2)
    setWeights(pool, 2, 4)
    sums.changed(2)
    expect([...sums.totals().subarray(0, 3)]).toEqual([0, 2, 4])
  })

  it.each([255, 256, 257, 1_000])('follow a pool that grows to %i nodes', (nodes) => {
    const pool = poolWith(1)
    setWeights(pool, 0, 2)
    const sums = createWeightSums(pool)
    for (let node = 1; node < nodes; node++) {
      addNode(pool)
      setWeights(pool, node, node)
      sums.changed(node)
    }
    const totals = sums.totals()
    expect([...totals.subarray(0, nodes)]).toEqual([2, ...Array.from({ length: nodes - 1 }, (_, i) => i + 1)])
    expect(totals.length).toBeGreaterThanOrEqual(pool.nodes)
  })

  it('keep what is waiting to be taken when they grow', () => {
    const pool = poolWith(256)
    const sums = createWeightSums(pool)
    sums.totals()
    setWeights(pool, 3, 5)
    sums.changed(3)
    addNode(pool)
    expect(sums.totals()[3]).toBe(5)
    setWeights(pool, 3, 6)
    sums.changed(3)
    sums.changed(256)
    expect([sums.totals()[3], sums.totals()[256]]).toEqual([6, 0])
  })
})

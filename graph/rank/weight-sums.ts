/** Sums the out-weights of each node, recomputed for the nodes that changed, so that the numbers do not depend on the history. */
import type { EdgePool } from './edge-pool.ts'

const GROWTH = 2

export interface WeightSums {
  /** Marks a node whose out-edges or weights changed. Constant cost. */
  changed(node: number): void
  /** Returns the sums by node. Cost: the degrees of the nodes that changed since the last call. */
  totals(): Float64Array
}

export function createWeightSums(pool: EdgePool): WeightSums {
  let totals = new Float64Array(pool.starts.length)
  let isStale = new Uint8Array(pool.starts.length)
  let stale = new Uint32Array(pool.starts.length)
  let staleCount = 0

  function fitNodes(): void {
    if (totals.length >= pool.nodes) return
    const length = Math.max(pool.starts.length, pool.nodes * GROWTH)
    const wider = {
      totals: new Float64Array(length),
      isStale: new Uint8Array(length),
      stale: new Uint32Array(length),
    }
    wider.totals.set(totals)
    wider.isStale.set(isStale)
    wider.stale.set(stale)
    ;({ totals, isStale, stale } = wider)
  }
  function changed(node: number): void {
    fitNodes()
    if (isStale[node] === 1) return
    isStale[node] = 1
    stale[staleCount++] = node
  }
  for (let node = 0; node < pool.nodes; node++) changed(node)
  return {
    changed,
    totals(): Float64Array {
      fitNodes()
      for (let i = 0; i < staleCount; i++) {
        totals[stale[i]!] = sumOfWeights(pool, stale[i]!)
        isStale[stale[i]!] = 0
      }
      staleCount = 0
      return totals
    },
  }
}

function sumOfWeights({ starts, degrees, weights }: EdgePool, node: number): number {
  const end = starts[node]! + degrees[node]!
  let sum = 0
  for (let cell = starts[node]!; cell < end; cell++) sum += weights[cell]!
  return sum
}

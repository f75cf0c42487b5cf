/** Stops a comparison if the cost so far, with the expected cost of current runs and the next one, would exceed a limit in US dollars. */

export interface CostLimit {
  /** Returns false if the limit would be exceeded, and then for every later run. A run is expected to cost what its arm's runs cost. */
  admits(arm: string, run: string): boolean
  /** Records the cost of a run that ended; counted once. */
  settle(arm: string, run: string, cost: number | null): void
  spent(): number
  /** Returns the run that was refused, with its expected cost; null if there is none. */
  refusal(): { readonly arm: string; readonly expected: number } | null
}

/** Creates a limit. `projected` has dollars per run by arm, used until a run has ended; afterwards the mean of ended runs is used. */
export function createCostLimit(limit: number, projected: ReadonlyMap<string, number>): CostLimit {
  const settled = new Map<string, Map<string, number>>()
  const underWay = new Map<string, number>()
  let refused: ReturnType<CostLimit['refusal']> = null

  function expectedOf(arm: string): number {
    const costs = [...(settled.get(arm)?.values() ?? [])]
    return costs.length === 0 ? (projected.get(arm) ?? 0) : sumOf(costs) / costs.length
  }

  function spent(): number {
    return sumOf([...settled.values()].flatMap((costs) => [...costs.values()]))
  }

  return {
    admits(arm, run) {
      if (refused !== null) return false
      const expected = expectedOf(arm)
      if (spent() + sumOf([...underWay.values()]) + expected > limit) {
        refused = { arm, expected }
        return false
      }
      underWay.set(keyOf(arm, run), expected)
      return true
    },
    settle(arm, run, cost) {
      underWay.delete(keyOf(arm, run))
      const costs = settled.get(arm) ?? new Map<string, number>()
      settled.set(arm, costs.set(run, cost ?? 0))
    },
    spent,
    refusal: () => refused,
  }
}

function keyOf(arm: string, run: string): string {
  return JSON.stringify([arm, run])
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

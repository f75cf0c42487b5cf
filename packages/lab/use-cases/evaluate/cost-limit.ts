/** Stops a comparison where what was spent, and what runs under way and the next one are expected to take, would pass a limit in US dollars. */

export interface CostLimit {
  /** False where the limit would be passed, and from then on for every run. A run that is admitted is expected to take what its arm takes. */
  admits(arm: string, run: string): boolean
  /** A run has ended; counted once. */
  settle(arm: string, run: string, cost: number | null): void
  spent(): number
  /** The run that was not admitted, with what it was expected to take; null while none was refused. */
  refusal(): { readonly arm: string; readonly expected: number } | null
}

/** `projected`: dollars of a run by arm, before one has ended; afterwards the mean of those that have. */
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

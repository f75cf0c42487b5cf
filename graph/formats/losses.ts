/** Counts what was lost or repaired while reading, by snake_case reason. What is counted as `mended_…` was repaired and kept. */

export type LossCounts = Readonly<Record<string, number>>

export interface Losses {
  count(reason: string, times?: number): void
  /** Counts the loss and returns null in place of the item. */
  lose(reason: string): null
  counts(): LossCounts
}

export function createLosses(): Losses {
  const counts = new Map<string, number>()
  const count = (reason: string, times = 1) => {
    if (times > 0) counts.set(reason, (counts.get(reason) ?? 0) + times)
  }
  return {
    count,
    lose(reason) {
      count(reason)
      return null
    },
    counts: () => Object.fromEntries(counts),
  }
}

export function addedLosses(...parts: readonly LossCounts[]): LossCounts {
  const sum = createLosses()
  for (const part of parts) for (const [reason, times] of Object.entries(part)) sum.count(reason, times)
  return sum.counts()
}

/** Sums up the monitor's work over the runs of a setting. Without evidence that arrived when requested, a figure of retrieval is void. */
import { isUnhelped, type WatchRates, type WatchSummary, watchRates } from '../../../../monitor/index.ts'

export interface WatchTotals {
  /** Number of runs with known monitoring. */
  readonly runs: number
  /** Runs that requested evidence, or whose monitor could not even decide, and that received none. */
  readonly unhelped: number
  readonly looks: number
  readonly triggers: number
  readonly injections: number
  /** Searches by running code. */
  readonly searches: number
  /** Characters written in watched turns, and the estimated tokens of injections, over the runs that counted them. */
  readonly characters: number
  readonly injectedTokens: number
  /** Rates over the same runs; null if nothing was written. */
  readonly rates: WatchRates | null
  /** Parts that never worked in a run, in the words of one run, with the number of runs. */
  readonly problems: readonly { readonly problem: string; readonly runs: number }[]
}

/** Returns the totals, or null if nothing is known of any run. */
export function watchTotals(watches: readonly (WatchSummary | null)[]): WatchTotals | null {
  const known = watches.flatMap((watch) => watch ?? [])
  if (known.length === 0) return null
  const problems = new Map<string, { readonly problem: string; readonly runs: number }>()
  for (const problem of known.flatMap((watch) => watch.problems)) {
    // The number of attempts differs between runs.
    const kind = problem.replace(/\d+/g, '#')
    const { problem: first = problem, runs = 0 } = problems.get(kind) ?? {}
    problems.set(kind, { problem: first, runs: runs + 1 })
  }
  return {
    runs: known.length,
    unhelped: known.filter(isUnhelped).length,
    ...sumsOf(known),
    rates: watchRates(sumsOf(known.filter(({ characters }) => characters !== undefined))),
    problems: [...problems.values()],
  }
}

function sumsOf(watches: readonly WatchSummary[]) {
  const sum = (count: (watch: WatchSummary) => number) =>
    watches.reduce((total, watch) => total + count(watch), 0)
  return {
    looks: sum(({ looks }) => looks),
    triggers: sum(({ triggers }) => triggers),
    injections: sum(({ injections }) => injections),
    searches: sum(({ searches }) => searches.asked),
    characters: sum(({ characters = 0 }) => characters),
    injectedTokens: sum(({ injectedTokens = 0 }) => injectedTokens),
  }
}

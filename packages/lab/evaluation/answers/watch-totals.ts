/** What watching came to over the runs of a setting. Were those that asked for evidence given any? A figure of retrieval is none where it never came. */
import { isUnhelped, type WatchRates, type WatchSummary, watchRates } from '../../../../monitor/index.ts'

export interface WatchTotals {
  /** Whose watching is known. */
  readonly runs: number
  /** That asked for evidence, or whose monitor could not even say whether it was needed, and that were given none. */
  readonly unhelped: number
  readonly looks: number
  readonly triggers: number
  readonly injections: number
  /** By running code. */
  readonly searches: number
  /** Written in watched turns, and the estimated tokens of injections, over the runs that counted them. */
  readonly characters: number
  readonly injectedTokens: number
  /** Over the same runs; null where nothing was written. */
  readonly rates: WatchRates | null
  /** What never worked in a run, in the words of one of them, and in how many. */
  readonly problems: readonly { readonly problem: string; readonly runs: number }[]
}

/** Null where nothing is known of any run. */
export function watchTotals(watches: readonly (WatchSummary | null)[]): WatchTotals | null {
  const known = watches.flatMap((watch) => watch ?? [])
  if (known.length === 0) return null
  const problems = new Map<string, { readonly problem: string; readonly runs: number }>()
  for (const problem of known.flatMap((watch) => watch.problems)) {
    // How often it was due is another number in each run.
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

/** Counts the kept papers in each of the topic's categories: Table A1 of Eigen-1. */
import { countsOf } from '../../core/index.ts'
import type { GateRecord } from '../../corpus/index.ts'
import { categoryOf, isKept } from './records.ts'
import type { Topic } from './topic.ts'

export interface CategoryRow {
  readonly domain: string
  readonly category: string
  readonly count: number
  /** Share of the domain's papers, as printed in the Eigen-1 paper: per cent with two decimals. */
  readonly percent: number
}

export interface DomainRow {
  readonly domain: string
  readonly count: number
}

export interface CategoryReport {
  /** Number of kept papers: the sum of the domains, which are the sums of their categories. */
  readonly total: number
  readonly domains: readonly DomainRow[]
  /** Every category of the topic in its order, including those without papers. */
  readonly categories: readonly CategoryRow[]
}

/** Row for papers whose record names no category of this topic, such as those kept by hand under another topic. */
const NO_CATEGORY = 'without category'

export function categoryReport(records: readonly GateRecord[], topic: Topic): CategoryReport {
  const named: [domain: string, category: string][] = Object.entries(topic.categories).flatMap(
    ([domain, categories]) => Object.keys(categories).map((category): [string, string] => [domain, category]),
  )
  const known = new Set(named.map(([, category]) => category))
  const kept = records.filter(isKept).map(categoryOf)
  const counts = countsOf(kept.map((category) => (known.has(category) ? category : NO_CATEGORY)))
  if (counts.has(NO_CATEGORY)) named.push([NO_CATEGORY, NO_CATEGORY])
  const totals = new Map<string, number>()
  for (const [domain, category] of named)
    totals.set(domain, (totals.get(domain) ?? 0) + (counts.get(category) ?? 0))
  return {
    total: [...totals.values()].reduce((sum, count) => sum + count, 0),
    domains: [...totals].map(([domain, count]) => ({ domain, count })),
    categories: named.map(([domain, category]) => {
      const count = counts.get(category) ?? 0
      return { domain, category, count, percent: percentOf(count, totals.get(domain) ?? 0) }
    }),
  }
}

function percentOf(count: number, total: number): number {
  return total === 0 ? 0 : Math.round((count / total) * 10_000) / 100
}

/** How a run came to its answer, as its pattern tells it. */
import { cellText, type PageTable } from '../page-shape.ts'
import type { Report } from '../pattern.ts'
import { findPattern } from '../patterns.ts'
import { heading, note, type PageBlock, tableOf } from './blocks.ts'
import type { RunPages } from './run-pages.ts'

/** None where the run did not come so far, its pattern decides nothing, or this version does not have the pattern. */
export function decisionBlocks(pages: RunPages): PageBlock[] {
  const { plan, outcome } = pages.record
  const pattern = findPattern(plan.pattern)
  const reports = (outcome?.course ?? []).flatMap((event) => (event.type === 'report' ? [event] : []))
  const blocks = [
    ...(pattern?.decisions?.(reports, pages.changes) ?? []),
    ...(pattern?.page.tables ?? []).flatMap((table) => reportTable(table, reports)),
  ]
  return blocks.length === 0 ? [] : [heading(2, 'Decisions'), ...blocks]
}

function reportTable({ kind, caption, columns }: PageTable, reports: readonly Report[]): PageBlock[] {
  const rows = reports
    .filter((report) => report.kind === kind)
    .map(({ data }) => columns.map(({ field }) => cellText(data, field)))
  return rows.length === 0
    ? []
    : [note(`${caption}:`), ...tableOf([columns.map(({ label }) => label), ...rows])]
}

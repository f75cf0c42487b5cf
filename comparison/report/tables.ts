/** The tables of a report for a terminal, without empty ones. */
import { SIGNIFICANCE_LEVEL } from '../pairs.ts'
import { answeredRows, furtherRows, latencyRows, qualityRows, type Row, usageRows } from './cells.ts'
import type { RetrievalReport } from './report.ts'

export interface ReportTable {
  readonly title: string
  /** The first row is the header. */
  readonly rows: readonly Row[]
}

export function reportTables(report: RetrievalReport): ReportTable[] {
  const tables = [
    {
      title: `Quality, means with 95 % intervals; "> a": better than a (paired randomisation, p < ${SIGNIFICANCE_LEVEL} after Holm)`,
      rows: qualityRows(report),
    },
    { title: 'Further figures', rows: furtherRows(report) },
    { title: 'Who answered', rows: answeredRows(report) },
    { title: 'Latency of a question, p50 / p99', rows: latencyRows(report) },
    { title: 'Tokens and cost', rows: usageRows(report) },
  ]
  return tables.filter(({ rows }) => rows.length > 1)
}

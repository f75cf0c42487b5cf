/** The tables of a report on answers, those that have something to say. */
import type { ReportTable } from '../tables.ts'
import {
  accuracyRows,
  agreementRows,
  changeRows,
  costRows,
  errorTypeRows,
  helpRows,
  measuredRows,
  rateRows,
  roleRows,
} from './cells.ts'
import { publishedTables } from './published-tables.ts'
import type { AnswersReport } from './report.ts'

export function answersTables(report: AnswersReport): ReportTable[] {
  const saved = report.against === null ? '' : `; saved against "${report.against}"`
  const { errorTypes } = report
  const labelled =
    errorTypes === null ? '' : ` (${errorTypes.labelled} of ${errorTypes.failures} failures labelled)`
  const { runs, unknown } = report.measured
  const known = unknown === 0 ? `${runs} runs` : `${runs - unknown} of ${runs} runs are known`
  const tables = [
    { title: `What was measured (${known})`, rows: measuredRows(report) },
    { title: 'Accuracy, with 95 % intervals', rows: accuracyRows(report) },
    { title: `Accuracy, tokens and steps of a question${saved}`, rows: costRows(report) },
    { title: 'Evidence that was asked for', rows: helpRows(report) },
    { title: 'Tokens of a question by role', rows: roleRows(report) },
    { title: 'Monitor, per 10,000 characters of the watched agents', rows: rateRows(report) },
    { title: 'Answers that a stage changed', rows: changeRows(report) },
    { title: 'Agreement against accuracy', rows: agreementRows(report) },
    { title: `Types of error${labelled}`, rows: errorTypeRows(report) },
    ...publishedTables(report.published),
  ]
  return tables.filter(({ rows }) => rows.length > 1)
}

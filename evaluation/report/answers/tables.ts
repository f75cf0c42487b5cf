/** The tables of a report on answers, those that have something to say. */
import type { ReportTable } from '../tables.ts'
import {
  accuracyRows,
  agreementRows,
  changeRows,
  costRows,
  errorTypeRows,
  roleRows,
  systemRows,
  watchedRows,
} from './cells.ts'
import type { AnswersReport } from './report.ts'

export function answersTables(report: AnswersReport): ReportTable[] {
  const saved = report.against === null ? '' : `; saved against "${report.against}"`
  const { errorTypes } = report
  const labelled =
    errorTypes === null ? '' : ` (${errorTypes.labelled} of ${errorTypes.failures} failures labelled)`
  const tables = [
    { title: 'Accuracy, with 95 % intervals', rows: accuracyRows(report) },
    { title: `Accuracy, tokens and steps of a question${saved}`, rows: costRows(report) },
    { title: 'Tokens of a question by role', rows: roleRows(report) },
    { title: 'Monitor, per 10,000 characters of the watched agents', rows: watchedRows(report) },
    { title: 'Answers that a stage changed', rows: changeRows(report) },
    { title: 'Agreement against accuracy', rows: agreementRows(report) },
    { title: `Types of error${labelled}`, rows: errorTypeRows(report) },
    { title: 'Published on these questions', rows: systemRows(report) },
  ]
  return tables.filter(({ rows }) => rows.length > 1)
}

/** Returns the tables of a report on answers that have data. */
import type { ReportTable } from '../../../../comparison/index.ts'
import {
  accuracyRows,
  agreementRows,
  byRightRows,
  categoryRows,
  changeRows,
  costRows,
  errorTypeRows,
  helpRows,
  measuredRows,
  rateRows,
  roleRows,
  selectionRows,
  spendingRows,
  toolRows,
} from './cells.ts'
import { overlapRows, pairTestRows } from './overlap-cells.ts'
import { publishedPatternTables, publishedTables } from './published-tables.ts'
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
    { title: 'Accuracy by category, with 95 % intervals', rows: categoryRows(report) },
    { title: `Accuracy, tokens and steps of a question${saved}`, rows: costRows(report) },
    {
      title:
        'Choice among the candidates of a run, with 95 % intervals; what is unjudged counts as not right',
      rows: selectionRows(report),
    },
    { title: 'Runs by right candidates (of these answered right)', rows: byRightRows(report) },
    { title: 'What a run and a right answer take, graders left out', rows: spendingRows(report.settings) },
    { title: 'Solved by one setting and not by another', rows: overlapRows(report) },
    { title: 'Pairs of settings, on the questions that all were asked', rows: pairTestRows(report) },
    { title: 'Tool calls of a run by stage', rows: toolRows(report) },
    { title: 'Evidence that was asked for', rows: helpRows(report) },
    { title: 'Tokens of a question by role', rows: roleRows(report) },
    { title: 'Monitor, per 10,000 characters of the watched agents', rows: rateRows(report) },
    { title: 'Answers that a stage changed', rows: changeRows(report) },
    { title: 'Agreement against accuracy', rows: agreementRows(report) },
    { title: `Types of error${labelled}`, rows: errorTypeRows(report) },
    ...publishedTables(report.published),
    ...publishedPatternTables(report),
  ]
  return tables.filter(({ rows }) => rows.length > 1)
}

/** Writes a report on answers into one folder: report.md, report.json and pictures. */
import { writeFiles } from '../../../../app/compare/index.ts'
import { type AnswersReport, answersPictures, markdownAnswers } from '../../evaluation/index.ts'

/** Writes the report with its pictures; `further` is added to the JSON. Returns the paths. */
export async function writeAnswersReport(
  folder: string,
  report: AnswersReport,
  further: Readonly<Record<string, unknown>> = {},
): Promise<string[]> {
  // The drawing library takes longer to load than most commands take to run.
  const { drawnPlots } = await import('../../evaluation/adapters/drawn-plots.ts')
  const pictures = answersPictures(report, drawnPlots)
  return writeFiles(folder, {
    'report.md': markdownAnswers(report, pictures),
    'report.json': `${JSON.stringify({ ...report, ...further }, null, 2)}\n`,
    ...Object.fromEntries(pictures.map(({ file, svg }) => [file, `${svg}\n`])),
  })
}

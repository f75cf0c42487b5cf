/** Builds separate tables for figures of papers: they were measured under other conditions, which are shown with them. */
import type { ReportTable } from '../../../../comparison/index.ts'
import type { PublishedReport } from '../answers/index.ts'
import { columnsUpTo, fixed, NONE, rowsOf } from './columns.ts'
import type { AnswersReport } from './report.ts'

/** Returns no table if the questions are not the paper's. */
export function publishedTables(published: PublishedReport | null): ReportTable[] {
  if (published === null) return []
  const { source, conditions, systems, settings, slopes, errorTypes } = published
  const titled = (title: string, rows: ReportTable['rows']) => ({
    title: `Published on these questions (${source}): ${title}`,
    rows,
  })
  return [
    titled(
      'conditions',
      rowsOf(conditions, [
        ['what', ({ name }) => name],
        ['value', ({ value }) => value],
      ]),
    ),
    titled(
      'systems',
      rowsOf(
        systems.toSorted((one, other) => other.accuracyPercent - one.accuracyPercent),
        [
          ['system', ({ name }) => name],
          ['model', ({ base }) => base ?? NONE],
          ['accuracy %', ({ accuracyPercent }) => accuracyPercent.toFixed(2)],
          ['table', ({ table }) => table],
        ],
      ),
    ),
    titled(
      'ablations',
      rowsOf(settings, [
        ['setting', ({ name }) => name],
        ['accuracy %', ({ accuracyPercent }) => accuracyPercent.toFixed(1)],
        ['K tokens', ({ kiloTokens }) => fixed(kiloTokens, 1)],
        ['steps', ({ steps }) => fixed(steps, 1)],
        ['table', ({ table }) => table],
      ]),
    ),
    titled(
      'agreement against accuracy, Figure 8',
      rowsOf(slopes, [
        ['task', ({ task }) => task],
        ['slope', ({ slope }) => slope.toFixed(3)],
      ]),
    ),
    titled(
      'types of error, Figure 7',
      rowsOf(errorTypes, [
        ['error type', ({ type }) => type.replaceAll('_', ' ')],
        ['% of failures', ({ percent }) => percent.toFixed(2)],
      ]),
    ),
  ]
}

/** Returns the figures that papers report of patterns, on other questions and with other models. */
export function publishedPatternTables({
  publishedPatterns: published,
}: Pick<AnswersReport, 'publishedPatterns'>): ReportTable[] {
  if (published === null) return []
  const { figures, byRight } = published
  const most = Math.max(0, ...byRight.map(({ runs }) => runs.length))
  return [
    {
      title: 'Published by the papers on other questions, not measured here',
      rows: rowsOf(figures, [
        ['pattern', ({ pattern }) => pattern],
        ['row', ({ row }) => row ?? NONE],
        ['model', ({ model }) => model],
        ['questions', ({ questions }) => questions],
        ['n', ({ n }) => n ?? 'not printed'],
        ['Pass@1 %', ({ passOne }) => fixed(passOne, 2)],
        ['Pass@n %', ({ passAny }) => fixed(passAny, 2)],
        ['hit rate %', ({ hitRate }) => fixed(hitRate, 2)],
        ['where', ({ source, table }) => `${source}, Table ${table}`],
      ]),
    },
    {
      title: 'Published by the papers: questions with so many right candidates (of these answered right)',
      rows: rowsOf(byRight, [
        ['pattern', ({ pattern }) => pattern],
        ['model', ({ model }) => model],
        ['questions', ({ questions }) => questions],
        ...columnsUpTo<(typeof byRight)[number]>(
          most - 1,
          (at) => `${at + 1} right`,
          ({ runs, hits }, at) => (runs[at] === undefined ? NONE : `${runs[at]} (${hits[at] ?? 0})`),
        ),
        ['where', ({ source, table }) => `${source}, Tables ${table}`],
      ]),
    },
  ]
}

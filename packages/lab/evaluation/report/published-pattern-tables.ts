/** What papers report of patterns, in tables of their own: other questions, other models, not measured here. */
import type { ReportTable } from '../../../../comparison/index.ts'
import type { AnswersReport } from './report.ts'

const NONE = '–'

export function publishedPatternTables({
  publishedPatterns: published,
}: Pick<AnswersReport, 'publishedPatterns'>): ReportTable[] {
  if (published === null) return []
  const { figures, byRight } = published
  const most = Math.max(0, ...byRight.map(({ runs }) => runs.length))
  return [
    {
      title: 'Published by the papers on other questions, not measured here',
      rows: [
        ['pattern', 'row', 'model', 'questions', 'n', 'Pass@1 %', 'Pass@n %', 'hit rate %', 'where'],
        ...figures.map((one) => [
          one.pattern,
          one.row ?? NONE,
          one.model,
          one.questions,
          one.n === null ? 'not printed' : String(one.n),
          ...[one.passOne, one.passAny, one.hitRate].map((value) => value?.toFixed(2) ?? NONE),
          `${one.source}, Table ${one.table}`,
        ]),
      ],
    },
    {
      title: 'Published by the papers: questions with so many right candidates (of these answered right)',
      rows: [
        [
          'pattern',
          'model',
          'questions',
          ...Array.from({ length: most }, (_, at) => `${at + 1} right`),
          'where',
        ],
        ...byRight.map(({ pattern, model, questions, runs, hits, source, table }) => [
          pattern,
          model,
          questions,
          ...runs.map((count, at) => `${count} (${hits[at] ?? 0})`),
          `${source}, Tables ${table}`,
        ]),
      ],
    },
  ]
}

/** Figures of the paper, in tables of their own: they were measured under other conditions than ours, which are told with them. */

import type { ReportTable } from '../../../../comparison/index.ts'
import type { PublishedReport } from '../answers/index.ts'

const NONE = '–'

/** None where the questions are not the paper's. */
export function publishedTables(published: PublishedReport | null): ReportTable[] {
  if (published === null) return []
  const { source, conditions, systems, settings, slopes, errorTypes } = published
  const sorted = systems.toSorted((one, other) => other.accuracyPercent - one.accuracyPercent)
  return [
    {
      title: `Published on these questions (${source}): conditions`,
      rows: [['what', 'value'], ...conditions.map(({ name, value }) => [name, value])],
    },
    {
      title: `Published on these questions (${source}): systems`,
      rows: [
        ['system', 'model', 'accuracy %', 'table'],
        ...sorted.map(({ name, base, accuracyPercent, table }) => [
          name,
          base ?? NONE,
          accuracyPercent.toFixed(2),
          table,
        ]),
      ],
    },
    {
      title: `Published on these questions (${source}): ablations`,
      rows: [
        ['setting', 'accuracy %', 'K tokens', 'steps', 'table'],
        ...settings.map(({ name, accuracyPercent, kiloTokens, steps, table }) => [
          name,
          accuracyPercent.toFixed(1),
          kiloTokens?.toFixed(1) ?? NONE,
          steps?.toFixed(1) ?? NONE,
          table,
        ]),
      ],
    },
    {
      title: `Published on these questions (${source}): agreement against accuracy, Figure 8`,
      rows: [['task', 'slope'], ...slopes.map(({ task, slope }) => [task, slope.toFixed(3)])],
    },
    {
      title: `Published on these questions (${source}): types of error, Figure 7`,
      rows: [
        ['error type', '% of failures'],
        ...errorTypes.map(({ type, percent }) => [type.replaceAll('_', ' '), percent.toFixed(2)]),
      ],
    },
  ]
}

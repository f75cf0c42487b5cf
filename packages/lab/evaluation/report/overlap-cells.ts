/** Builds tables on which setting solves questions that another does not, as rows of cells. */
import { type Row, withInterval } from '../../../../comparison/index.ts'
import { percent } from './columns.ts'
import type { AnswersReport } from './report.ts'

/** Returns rows of questions solved in all, by no other setting, and by this one but not by each of the others. */
export function overlapRows({ overlap }: AnswersReport): Row[] {
  if (overlap === null) return [['setting']]
  const { solved, byItAlone, questions } = overlap
  const names = Object.keys(solved)
  const rows = names.map((name) => {
    const own = solved[name] ?? []
    return [
      name,
      `${own.length} of ${questions.length}`,
      String(byItAlone[name]?.length ?? 0),
      ...names.map((other) =>
        other === name ? '' : String(own.filter((id) => solved[other]?.includes(id) !== true).length),
      ),
    ]
  })
  return [['setting', 'solved', 'by no other', ...names.map((name) => `not by ${name}`)], ...rows]
}

export function pairTestRows({ overlap }: AnswersReport): Row[] {
  const rows = (overlap?.pairs ?? []).map(
    ({ one, other, onlyOne, onlyOther, difference, interval, p, adjusted }) => [
      one,
      other,
      String(onlyOne),
      String(onlyOther),
      withInterval(difference, interval, percent),
      p.toFixed(4),
      adjusted.toFixed(4),
    ],
  )
  const head = ['one', 'other', 'only one', 'only other', 'difference, points', 'p', 'p (Holm)']
  return [head, ...rows]
}

/** Returns a sentence on all settings together. */
export function overlapSentence({ overlap }: AnswersReport): string | null {
  if (overlap === null) return null
  const { questions, byAll, byNone, byAny, leftOut } = overlap
  const left =
    leftOut === 0 ? '' : ` ${leftOut} more were answered by some settings only and are left out here.`
  return `Of the ${questions.length} questions that every setting answered, ${byAll.length} are solved by all, ${byAny} by at least one, ${byNone.length} by none.${left}`
}

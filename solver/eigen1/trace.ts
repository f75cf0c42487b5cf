/** How a run of Eigen-1 came to its answer: scores by round, answers that a stage changed, and the choice. */
import type { ChangedWording, Report } from '../pattern.ts'
import { folded, note, type PageBlock, tableOf } from '../trace/blocks.ts'
import type { Evaluation } from './evaluate.ts'
import type { RankedChoice } from './rank.ts'

const CHOSEN_BY: Readonly<Record<RankedChoice['by'], string>> = {
  ranker: 'by the ranker',
  repair: 'by the ranker, asked again because it had named none',
  fallback: 'by score, agreement and place, because the ranker named none',
  alone: 'because there was no other',
}

/** None where the run did not come so far. */
export function eigen1Decisions(reports: readonly Report[], changes: readonly ChangedWording[]): PageBlock[] {
  const of = (kind: string) => reports.filter((report) => report.kind === kind)
  return [...scoreBlocks(of('score')), ...changeBlocks(changes), ...choiceBlocks(of('selection'))]
}

/** A line for each score and for the choice. */
export function eigen1Progress({ path, kind, data }: Pick<Report, 'path' | 'kind' | 'data'>): string | null {
  if (kind === 'score') {
    const { scores, composite, passes } = data as Evaluation
    const figure = scores === null ? 'not scored' : `${scores.join(' / ')} = ${composite}`
    return `${path}: ${figure} ${passes ? 'passes' : 'fails'}`
  }
  if (kind !== 'selection') return null
  const { index, by } = data as RankedChoice
  return `selected response ${index + 1}, by ${by}`
}

function scoreBlocks(reports: readonly Report[]): PageBlock[] {
  const evaluations = reports.map(({ data }) => data as Evaluation)
  const head = ['round', 'response', 'logic', 'answer', 'explanation', 'composite', 'verdict', 'unreadable']
  const rows = evaluations.map(({ round, index, scores, composite, passes, losses }) => [
    String(round + 1),
    String(index + 1),
    ...(scores ?? ['', '', '']).map(String),
    composite === null ? 'not scored' : String(composite),
    passes ? 'passes' : 'fails',
    losses.join(', '),
  ])
  const suggestions = evaluations
    .filter(({ suggestion }) => suggestion !== '')
    .map(({ round, index, suggestion }) => [`round ${round + 1}, response ${index + 1}`, suggestion])
  return [
    ...tableOf([head, ...rows]),
    ...folded('Suggestions of the evaluator', tableOf([['of', 'suggestion'], ...suggestions])),
  ]
}

function changeBlocks(changes: readonly ChangedWording[]): PageBlock[] {
  const rows = changes.map(({ stage, candidate, before, after }) => [
    stage,
    String(candidate + 1),
    before ?? 'none',
    after ?? 'none',
  ])
  return rows.length === 0
    ? []
    : [
        note('Answers that a stage changed, by their wording:'),
        ...tableOf([['stage', 'response', 'before', 'after'], ...rows]),
      ]
}

function choiceBlocks(reports: readonly Report[]): PageBlock[] {
  return reports.flatMap(({ data }) => {
    const { index, by, losses } = data as RankedChoice
    const why = losses.length === 0 ? '' : ` (${losses.join(', ')})`
    return [note(`Response ${index + 1} was chosen ${CHOSEN_BY[by]}${why}.`)]
  })
}

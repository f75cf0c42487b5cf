/** Tables on how answers were chosen from candidates, and what a right one took, as rows of cells. */

import { dollars, type Row } from '../../../../comparison/index.ts'
import type { AccuracyFigures, SpendingFigures, SpentSum } from '../answers/index.ts'
import type { AnswersReport } from './report.ts'

const NONE = '–'

interface Spending {
  readonly name: string
  readonly spending: SpendingFigures | null
}

/** Pass@1, Pass@n and hit rate over all runs; n is said by candidate counts. */
export function selectionRows({ settings }: AnswersReport): Row[] {
  const rows = settings.flatMap(({ name, selection }) => {
    if (selection === null) return []
    const { runs, candidates, chosen, solved, hits, meanRight, withoutPool, unjudged, judgeErrors } =
      selection
    const [least, most] = candidates
    return [
      [
        name,
        String(runs),
        least === most ? String(most) : `${least} to ${most}`,
        shareCell(chosen),
        shareCell(solved),
        hits === null ? NONE : shareCell(hits),
        meanRight.toFixed(2),
        ...[withoutPool, unjudged, judgeErrors].map(String),
      ],
    ]
  })
  const rates = ['Pass@1 %', 'Pass@n %', 'hit rate %']
  const counts = ['right of n', 'without candidates', 'unjudged', 'judge errors']
  return [['setting', 'runs', 'n', ...rates, ...counts], ...rows]
}

/** Runs by how many of their candidates are right, with how often a right one was chosen. */
export function byRightRows({ settings }: AnswersReport): Row[] {
  const most = Math.max(0, ...settings.map(({ selection }) => (selection?.byRight.length ?? 1) - 1))
  const rows = settings.flatMap(({ name, selection }) =>
    selection === null
      ? []
      : [[name, ...upTo(most, (k) => countCell(selection.byRight.find(({ right }) => right === k)))]],
  )
  return [['setting', ...upTo(most, (k) => `${k} right`)], ...rows]
}

/** `first`: what a row is about. */
export function spendingRows(settings: readonly Spending[], first = 'setting'): Row[] {
  const rows = settings.flatMap(({ name, spending }) => {
    if (spending === null) return []
    const { runs, right, ofRun, ofRight } = spending
    return [[name, `${right} of ${runs}`, ...sumCells(ofRun), ...sumCells(ofRight)]]
  })
  const head = (of: string) => [`calls of ${of}`, 'tokens', 'seconds', 'cost']
  return [[first, 'right', ...head('a run'), ...head('a right answer')], ...rows]
}

export function toolRows({ settings }: AnswersReport): Row[] {
  const rows = settings.flatMap(({ name, tools }) =>
    (tools ?? []).map(({ stage, tool, calls }) => [name, stage, tool, calls.toFixed(2)]),
  )
  return [['setting', 'stage', 'tool', 'calls of a run'], ...rows]
}

function sumCells(sum: SpentSum | null): string[] {
  if (sum === null) return [NONE, NONE, NONE, NONE]
  const { calls, tokens, seconds, cost } = sum
  return [calls.toFixed(1), tokens.toFixed(0), seconds === null ? NONE : seconds.toFixed(1), dollars(cost)]
}

function shareCell({ correct, judged, accuracy, interval: [low, high] }: AccuracyFigures): string {
  const [share, from, to] = [accuracy, low, high].map((value) => (100 * value).toFixed(1))
  return judged === 0 ? NONE : `${share} [${from}, ${to}], ${correct} of ${judged}`
}

function countCell(row: { readonly runs: number; readonly hits: number } | undefined): string {
  return row === undefined ? NONE : `${row.runs} (${row.hits})`
}

function upTo<Value>(most: number, value: (at: number) => Value): Value[] {
  return Array.from({ length: most + 1 }, (_, at) => value(at))
}

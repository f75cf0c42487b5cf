/** Prints the hits of several backends side by side, as lines for people. */

import type { CompareResult } from '../../app/compare/index.ts'
import type { AnswerHit } from '../../app/wiring/index.ts'
import { type Output, shortened, table } from '../output.ts'
import { printFailures } from './evaluation-options.ts'

const TEXT_CHARACTERS = 56
const PLACE_CHARACTERS = 32

export function printComparison({ questions, overlaps, failures }: CompareResult, output: Output): void {
  for (const { query, answers } of questions) {
    output.line(query)
    const others = Object.values(answers)
    for (const [name, { hits, tookMs }] of Object.entries(answers)) {
      output.line(`   ${name}, ${tookMs.toFixed(1)} ms${hits.length === 0 ? ': no results' : ''}`)
      const rows = hits.map((hit) => [
        `${hit.rank}.`,
        hit.score.toFixed(3),
        shortened(hit.text, TEXT_CHARACTERS),
        shortened(placeOf(hit), PLACE_CHARACTERS),
        // A hit that every backend found needs no further attention.
        foundBy(hit, others),
      ])
      for (const line of table(rows)) output.line(`      ${line}`)
    }
    output.line()
  }
  if (overlaps.length > 0) {
    output.line('Agreement, averaged over the questions')
    const rows = overlaps.map(({ backends, jaccard, rankBiased }) => [
      backends.join(' and '),
      jaccard.toFixed(3),
      rankBiased.toFixed(3),
    ])
    for (const line of table([['backends', 'Jaccard', 'rank-biased overlap'], ...rows]))
      output.line(`   ${line}`)
  }
  printFailures(failures, output)
}

function placeOf({ title, document, locator, paper }: AnswerHit): string {
  const name = title === '' ? (document ?? paper) : title
  return locator === '' ? name : `${locator} · ${name}`
}

function foundBy({ unit }: AnswerHit, answers: readonly { readonly hits: readonly AnswerHit[] }[]): string {
  const count = answers.filter(({ hits }) => hits.some((hit) => hit.unit === unit)).length
  return answers.length === 1 ? '' : `${count}/${answers.length}`
}

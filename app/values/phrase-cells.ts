/** Fills cells that contain words of a paper and no number: of the surest answers, the one in most places. */
import { sentences } from '../../core/index.ts'
import type { Span, Unit } from '../../corpus/index.ts'
import type { PhraseFinder } from '../../values/index.ts'
import { spanIn, type UnitValue } from './value-places.ts'

/** Content of a cell, its place, and the number of other answers. */
export type CellText = Omit<UnitValue, 'value'> & { readonly text: string; readonly others: number }

/** How much less an answer from a sentence about other papers counts. */
const OTHERS = 4

interface CellCandidate {
  readonly unit: Unit
  readonly sentence: string
  readonly span: Span | null
  readonly text: string
  readonly rank: number
}

// Wording of sentences about other people's work.
const OF_OTHERS =
  /\bet al\b|\b(?:has|have) (?:also )?been (?:reported|shown|found|used)\b|\bprevious(?:ly)?\s(?:\w+\s)?(?:stud|report|work)/iu

export function isAboutOtherPapers(sentence: string): boolean {
  return OF_OTHERS.test(sentence)
}

export function bestPhrase(units: readonly Unit[], find: PhraseFinder): CellText | null {
  const found = units.flatMap((unit) => phrasesOf(unit, find))
  const surest = Math.max(...found.map(({ rank }) => rank))
  const answers = Map.groupBy(
    found.filter(({ rank }) => rank === surest),
    ({ text }) => text.toLowerCase(),
  )
  const [best, ...others] = [...answers.values()].sort(
    (one, other) => placesOf(other) - placesOf(one) || firstOf(one) - firstOf(other),
  )
  if (best === undefined) return null
  const { unit, sentence, span, text } = best[0]!
  return { unit, sentence, span, text, others: others.length }
}

/** Returns the number of places. One that a unit and a passage quote counts once. */
function placesOf(found: readonly CellCandidate[]): number {
  return new Set(found.map(({ span, sentence }) => span?.join(' ') ?? sentence)).size
}

function firstOf(found: readonly CellCandidate[]): number {
  return Math.min(...found.map(({ span }) => span?.[0] ?? Number.POSITIVE_INFINITY))
}

function phrasesOf(unit: Unit, find: PhraseFinder): CellCandidate[] {
  return sentences(unit.text).flatMap(({ start, end }) => {
    const sentence = unit.text.slice(start, end)
    return find(sentence).map(({ span: [from, to], rank }) => ({
      unit,
      sentence,
      span: spanIn(unit, [start + from, start + to]),
      text: sentence.slice(from, to),
      rank: isAboutOtherPapers(sentence) ? rank / OTHERS : rank,
    }))
  })
}

/** Finds values in a corpus that answer a question such as "IC50 of lupeol in MCF-7 < 10 uM". */
import { words } from '../../core/index.ts'
import type { Unit } from '../../corpus/index.ts'
import { parseQuery, scoreAnswer, type ValueQuery } from '../../values/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import { createPlaces, type UnitValue, valuesOfUnit } from './value-places.ts'
import type { FoundValues } from './value-shapes.ts'

export interface ValueQuestion {
  readonly query: string
  readonly k?: number | undefined
  readonly papers?: readonly string[] | undefined
}

// Hits whose values are read. Chosen, not measured.
const HITS_READ = 200
export const DEFAULT_VALUES = 20

/** Finds values. Throws the errors of a search: `INPUT_INVALID` for an empty question, `PAPER_NOT_FOUND`. */
export async function findValues(
  session: CorpusSession,
  { query, k = DEFAULT_VALUES, papers }: ValueQuestion,
  signal?: AbortSignal,
): Promise<FoundValues> {
  const asked = parseQuery(query)
  const filter = papers === undefined ? {} : { filter: { papers: await session.paperIds(papers) } }
  const text = asked.text === '' ? query : asked.text
  const { hits } = await session.retrieve({ query: text, k: HITS_READ, isPlain: true, ...filter }, signal)
  const units = await session.store.units(hits.map(({ unit }) => unit))
  const titles = new Map(hits.map(({ paper, title }) => [paper, title]))
  const scored = units.flatMap((unit) =>
    unit === null ? [] : scoredValues(unit, titles.get(unit.paper) ?? '', asked),
  )
  const places = createPlaces(session)
  const values: FoundValues['values'][number][] = []
  for (const { score, ...read } of bestAtPlaces(scored).slice(0, k)) {
    const place = await places.placeOf(read)
    values.push({ ...read.value, score, place: { ...place, boxes: await places.boxesOf(place) } })
  }
  return { corpus: session.name, query, limit: asked.limit, values }
}

export interface ScoredValue extends UnitValue {
  readonly score: number
}

/** Returns the values of a unit that answer the question, with scores. */
export function scoredValues(unit: Unit, title: string, asked: ValueQuery): ScoredValue[] {
  const context = new Set(words(`${title} ${unit.text} ${unit.reading ?? ''}`))
  const read = valuesOfUnit(unit)
  return read.flatMap((one) => {
    const score = scoreAnswer(one.value, asked, {
      near: new Set(words(nearText(one, read))),
      sentence: new Set(words(one.row ?? one.sentence)),
      context,
    })
    return score === 0 ? [] : [{ ...one, score }]
  })
}

/** Returns what is measured, and the words of the sentence between the value and the one before it. */
function nearText({ value, unit, sentence, row }: UnitValue, read: readonly UnitValue[]): string {
  const own = `${value.property ?? ''} ${value.of ?? ''}`
  if (row !== undefined) return own
  const [start] = value.span
  const ends = read.map((one) => one.value.span[1]).filter((end) => end <= start)
  const from = Math.max(unit.text.lastIndexOf(sentence, start), ...ends)
  return `${own} ${unit.text.slice(Math.max(0, from), start)}`
}

/** Sorts the best first, ties in the given order, and keeps each place of a paper once, whether a unit or a passage quotes it. */
export function bestAtPlaces(scored: readonly ScoredValue[]): ScoredValue[] {
  const seen = new Set<string>()
  return scored
    .toSorted((one, other) => other.score - one.score)
    .filter(({ unit, span, value, sentence }) => {
      const place = `${unit.paper} ${span === null ? `${value.text} ${sentence}` : span.join(' ')}`
      if (seen.has(place)) return false
      seen.add(place)
      return true
    })
}

/** Chooses the places that a person is shown if no model writes: as much as is read at once, the likeliest answers first. */
import type { CitedSource } from '../../answer/index.ts'
import type { CorpusReader } from '../../corpus/index.ts'
import type { Embedder } from '../../models/index.ts'
import { hasFigure, isFragment, unknownLanguage } from '../../retrieval/index.ts'
import type { AnswerHit } from '../wiring/retrieve-shapes.ts'
import type { SearchedCorpora } from '../wiring/several-corpora.ts'
import { onOneLine, type QuestionMatcher } from './asked-question.ts'
import { abstractParts, lettersOf, type NearPaper, nearestPapers } from './nearest-papers.ts'

/** Hits that show which papers a question is about, and what the nearest paper adds to a hit's score. Chosen on `tuned`: docs/asking.md. */
export const PLACES_WEIGHED = 40
const WORTH_OF_A_PAPER = 0.5
/** Places at the front, which keep their rank and show two sentences each; the others show one. */
const PLACES_LEADING = 2
/** Characters that a person reads at once, some 300 words. Chosen, not measured; what more would show: docs/asking.md. */
const CHARACTERS_SHOWN = 2_000

const NUMBER = /\p{N}[\p{N}.,]*/gu
const LONG_WORD = /\p{L}{3,}/gu

/** A source without its number. */
export type StatedPlace = Omit<CitedSource, 'n'>

interface Verdict {
  readonly asked: QuestionMatcher
  readonly isAnswerable: boolean
}

interface FoundHits extends Verdict {
  readonly question: string
  readonly hits: readonly AnswerHit[]
  /** Maximum number of places. */
  readonly k: number
  readonly embedder: Embedder
}

export function placeOf(hit: AnswerHit, statement: string, { asked, isAnswerable }: Verdict): StatedPlace {
  const { unit, text, reading, paper, title, year, locator, page, span } = hit
  const support = isAnswerable && asked.isMetBy(hit, statement) ? 'yes' : 'doubtful'
  return { unit, text, reading, paper, title, year, locator, page, span, statement, support }
}

/**
 * Returns the first hits, then those of the nearest papers. If none has what the question asks for, the abstract of the nearest paper
 * comes first: a question in words other than the paper's finds the paper more easily than the place.
 */
export async function placesToRead(
  { store, index }: Pick<SearchedCorpora, 'store' | 'index'>,
  { question, asked, hits, k, isAnswerable, embedder }: FoundHits,
): Promise<StatedPlace[]> {
  if (hits.length === 0) return []
  const isUnknown = (await unknownLanguage(question, { index, embedder })) !== null
  const papers = await nearestPapers(store, { question, hits, embedder: isUnknown ? null : embedder })
  const found = nearestFirst(hits, papers)
    .slice(0, k)
    .map((hit, at) => {
      const statement = at < PLACES_LEADING ? asked.statementOf(hit) : onOneLine(hit.sentence.text)
      return placeOf(hit, statement, { asked, isAnswerable })
    })
  const abstract = found.some(isMet) || papers[0] === undefined ? [] : await abstractPlaces(store, papers[0])
  return readAtOnce([...abstract, ...unlike(abstract, sentencesFirst(found))]).slice(0, k)
}

/** Sorts all but the first hits, which keep their rank, by score and nearness of their papers. */
function nearestFirst(hits: readonly AnswerHit[], papers: readonly NearPaper[]): AnswerHit[] {
  const shares = new Map(papers.map(({ paper, share }) => [paper.id, share]))
  const worth = ({ paper, score }: AnswerHit) => score + WORTH_OF_A_PAPER * (shares.get(paper) ?? 0)
  const others = hits.slice(PLACES_LEADING).sort((one, other) => worth(other) - worth(one))
  return [...hits.slice(0, PLACES_LEADING), ...others]
}

/** Returns the places of a paper's abstract. Their support is doubtful, since they were chosen for their paper. */
async function abstractPlaces(
  store: Pick<CorpusReader, 'listUnits'>,
  { paper: { title, year, ...paper } }: NearPaper,
): Promise<StatedPlace[]> {
  const parts = await abstractParts(store, paper)
  return parts.map(({ unit: { id, text, reading, locator, page, start, end }, sentences }) => ({
    ...{ unit: id, text, reading, paper: paper.id, title, year, locator, page },
    span: start === null || end === null ? null : [start, end],
    statement: onOneLine(sentences.join(' ')),
    support: 'doubtful',
  }))
}

/**
 * Orders sentences before captions, rows of tables and unfinished lines. Of these, the ones that have what is asked for follow the sentences
 * that have it, and the others are left out there. Without such sentences, those with a number stay; others only if there is nothing else.
 */
function sentencesFirst(places: readonly StatedPlace[]): readonly StatedPlace[] {
  const fragments = places.filter(({ statement }) => isFragment(statement))
  const labels = fragments.filter((place) => isMet(place) && isLabel(place))
  const vain = fragments.filter((place) => !isMet(place))
  const others = places.filter((place) => !labels.includes(place) && !vain.includes(place))
  const behind = others.findLastIndex(isMet) + 1
  if (behind > 0) return [...others.slice(0, behind), ...labels, ...others.slice(behind)]
  const kept = [
    ...places.filter((place) => !vain.includes(place)),
    ...vain.filter(({ statement }) => hasFigure(statement)),
  ]
  return kept.length > 0 ? kept : places
}

/** Returns whether a fragment is a caption, a heading or a row: numbers, and no more words than these, as in "Total cholesterol 38 ± 2 133 ± 5". */
function isLabel({ statement }: StatedPlace): boolean {
  const numbers = statement.match(NUMBER)?.length ?? 0
  const isRow = numbers > 1 && numbers >= (statement.match(LONG_WORD)?.length ?? 0)
  return isRow || !hasFigure(statement)
}

const isMet = ({ support }: StatedPlace) => support === 'yes'

/** Returns the places that say something that those in `there` do not. */
function unlike(there: readonly StatedPlace[], places: readonly StatedPlace[]): StatedPlace[] {
  const said = there.map(({ statement }) => lettersOf(statement)).join(' ')
  return places.filter(({ statement }) => there.length === 0 || !said.includes(lettersOf(statement)))
}

/** Returns as many of the first places as fit, at least one. */
function readAtOnce(places: readonly StatedPlace[]): StatedPlace[] {
  let left = CHARACTERS_SHOWN
  return places.filter(({ statement }, at) => {
    left -= statement.length
    return at === 0 || left >= 0
  })
}

/** What a person is shown of the places found where no model writes: as much as is read at once, and what most likely answers first. */
import type { CitedSource } from '../../answer/index.ts'
import type { CorpusReader } from '../../corpus/index.ts'
import type { Embedder } from '../../models/index.ts'
import { hasNumber, unknownLanguage } from '../../retrieval/index.ts'
import type { AnswerHit } from '../wiring/retrieve-shapes.ts'
import type { AskedCorpora } from '../wiring/several-corpora.ts'
import { type AskedQuestion, onOneLine } from './asked-question.ts'
import { abstractParts, lettersOf, type NearPaper, nearestPapers } from './nearest-papers.ts'

/** Hits that tell which papers a question is about, and what being of the nearest one adds to a hit's score. Chosen on the half `tuned`: docs/asking.md. */
export const PLACES_WEIGHED = 40
const WORTH_OF_A_PAPER = 0.5
/** Shown as they are ranked, with two sentences each; the others with one. */
const PLACES_LEADING = 2
/** What a person reads at once, some 300 words. Chosen, not measured; what more would show: docs/asking.md. */
const CHARACTERS_SHOWN = 2_000
/** A mark of a citation, a bracket or a quotation mark may stand behind it. */
const SENTENCE_END = /[\p{Sentence_Terminal}…:;][\p{P}\p{N}\s]*$/u

/** A source without its number. */
export type StatedPlace = Omit<CitedSource, 'n'>

interface Verdict {
  readonly asked: AskedQuestion
  readonly isAnswerable: boolean
}

interface FoundHits extends Verdict {
  readonly question: string
  readonly hits: readonly AnswerHit[]
  /** Most places. */
  readonly k: number
  readonly embedder: Embedder
}

export function placeOf(hit: AnswerHit, statement: string, { asked, isAnswerable }: Verdict): StatedPlace {
  const { unit, text, reading, paper, title, year, locator, page, span } = hit
  const support = isAnswerable && asked.isMetBy(hit, statement) ? 'yes' : 'doubtful'
  return { unit, text, reading, paper, title, year, locator, page, span, statement, support }
}

/**
 * The first hits, then those of the nearest papers. Where none has what the question asks for, the abstract of the nearest paper stands in
 * front: a question in other words than the paper's finds its paper sooner than its place.
 */
export async function placesToRead(
  { store, index }: Pick<AskedCorpora, 'store' | 'index'>,
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
  const isMet = found.some(({ support }) => support === 'yes')
  const abstract = isMet || papers[0] === undefined ? [] : await abstractPlaces(store, papers[0])
  return readAtOnce([...abstract, ...unlike(abstract, whole(found))]).slice(0, k)
}

/** Behind the first hits, as they are ranked. */
function nearestFirst(hits: readonly AnswerHit[], papers: readonly NearPaper[]): AnswerHit[] {
  const shares = new Map(papers.map(({ paper, share }) => [paper.id, share]))
  const worth = ({ paper, score }: AnswerHit) => score + WORTH_OF_A_PAPER * (shares.get(paper) ?? 0)
  const others = hits.slice(PLACES_LEADING).sort((one, other) => worth(other) - worth(one))
  return [...hits.slice(0, PLACES_LEADING), ...others]
}

/** Doubtful as such: they are chosen for their paper. */
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

/** Without headings, labels and unfinished lines, unless they have what is asked for or a number, or there is nothing else. */
function whole(places: readonly StatedPlace[]): readonly StatedPlace[] {
  const kept = places.filter(
    ({ statement, support }) => support === 'yes' || SENTENCE_END.test(statement) || hasNumber(statement),
  )
  return kept.length > 0 ? kept : places
}

/** Those that say something else than the places already there. */
function unlike(there: readonly StatedPlace[], places: readonly StatedPlace[]): StatedPlace[] {
  const said = there.map(({ statement }) => lettersOf(statement)).join(' ')
  return places.filter(({ statement }) => there.length === 0 || !said.includes(lettersOf(statement)))
}

/** As many from the first on as fit, at least one. */
function readAtOnce(places: readonly StatedPlace[]): StatedPlace[] {
  let left = CHARACTERS_SHOWN
  return places.filter(({ statement }, at) => {
    left -= statement.length
    return at === 0 || left >= 0
  })
}

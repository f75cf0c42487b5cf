/** Describes a hit for programs and people: the unit with its paper, place, best sentence, and reasons. */

import { wordsIn } from '../../core/index.ts'
import { ASIDE, quotesItsPaper, type Span, type Unit } from '../../corpus/index.ts'
import {
  asidesLast,
  bestSentence,
  distinctPlaces,
  type Hit,
  type ParsedQuestion,
  readQuestion,
  type Why,
} from '../../retrieval/index.ts'
import type { AnswerHit } from './retrieve-shapes.ts'
import type { UnitSheet } from './unit-sheets.ts'

/** A hit with the sheet of its unit. */
export interface FoundHit {
  readonly hit: Hit
  readonly sheet: UnitSheet
}

/** Returns the first k hits: one for each place of a paper, or with `isPlain` one for each unit. Ranks count the hits returned. */
export function answerHits(
  found: readonly FoundHit[],
  { query, k, isPlain = false }: { readonly query: string; readonly k: number; readonly isPlain?: boolean },
): AnswerHit[] {
  const asked = byLanguage((language) => readQuestion(query, language))
  const written = byLanguage((language) => writtenWords(query, language))
  const placed = found.map(({ hit, sheet }) => ({
    ...{ hit, sheet, paper: hit.paper, score: hit.score },
    span: spanOf(sheet.unit),
    isAside: sheet.unit.name === ASIDE,
  }))
  const places = isPlain ? placed.map((hit) => ({ hit, joined: [] })) : distinctPlaces(asidesLast(placed))
  return places.slice(0, k).map(({ hit: { hit, sheet }, joined }, at) => ({
    ...answerHit({ ...hit, rank: at + 1 }, sheet, asked),
    why: withMatchedWords(hit.why, () => written(sheet.sentences().language)),
    joined: joined.map((lower) => lower.hit.unit),
  }))
}

function answerHit(
  hit: Hit,
  { unit, title, document, year, doubtful, statement, sentences }: UnitSheet,
  asked: (language: string) => ParsedQuestion,
): Omit<AnswerHit, 'joined' | 'why'> {
  const cut = sentences()
  const best = bestSentence(asked(cut.language), cut)
  const { start } = unit
  return {
    rank: hit.rank,
    score: hit.score,
    unit: unit.id,
    kind: unit.kind,
    ...(statement === null ? {} : { statement }),
    text: unit.text,
    reading: unit.reading,
    topic: unit.topic,
    locator: unit.locator,
    paper: unit.paper,
    ...(document === null ? {} : { document }),
    title,
    year,
    page: unit.page,
    span: spanOf(unit),
    ...(doubtful.length === 0 ? {} : { doubtful }),
    sentence: {
      text: best === null ? unit.text : unit.text.slice(best.start, best.end),
      span:
        best !== null && start !== null && quotesItsPaper(unit)
          ? [start + best.start, start + best.end]
          : null,
    },
  }
}

/** Returns a function that reads the question once for each language. */
function byLanguage<Value>(read: (language: string) => Value): (language: string) => Value {
  const known = new Map<string, Value>()
  return (language) => {
    const value = known.get(language) ?? read(language)
    known.set(language, value)
    return value
  }
}

function spanOf({ start, end }: Pick<Unit, 'start' | 'end'>): Span | null {
  return start !== null && end !== null ? [start, end] : null
}

const WORD = /[\p{L}\p{N}]+/gu

/** Returns the question's spelling of each index term in a language (ISO 639-3): the first of several. */
function writtenWords(query: string, language: string): ReadonlyMap<string, string> {
  const written = new Map<string, string>()
  for (const [word] of query.matchAll(WORD))
    for (const term of wordsIn(word, language)) if (!written.has(term)) written.set(term, word)
  return written
}

/** Adds matched words. `written`: spellings in the language of the hit, computed only if the hit is explained. */
function withMatchedWords(
  { terms, ...why }: Why,
  written: () => ReadonlyMap<string, string>,
): AnswerHit['why'] {
  if (terms === undefined) return why
  const words = written()
  return { ...why, terms: terms.map(({ term, score }) => ({ term, score, word: words.get(term) ?? term })) }
}

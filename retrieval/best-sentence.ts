/** Finds the sentence of a passage that answers the question best, so that a hit can show it and a page can highlight it. */
import { abbreviationsOf, ENGLISH, type SentenceSpan, sentences, wordsIn } from '../core/index.ts'
import type { ParsedQuestion } from './read-question.ts'
import { createSentenceTraits, forEachSign, type SentenceTraits, SIGNS } from './sentence-signs.ts'
import weights from './sentence-weights.json' with { type: 'json' }

/** A text cut into sentences, with the sentences that contain each index term; built once, queried many times. */
export interface TermedSentences {
  readonly text: string
  /** ISO 639-3 code; the question's terms must be in this language. */
  readonly language: string
  readonly spans: readonly SentenceSpan[]
  /** Indexes into `spans`, without duplicates. */
  readonly having: ReadonlyMap<string, readonly number[]>
  /** Features of each sentence that do not depend on the question. */
  readonly traits: SentenceTraits
}

const [SHARE_WEIGHT = 0, ...SIGN_WEIGHTS] = weights
const STOPPED = /[.!?…:;。！？]["'”’)\]]*(?:\[?\d[\d,–-]*\]?)?$/u
const STARTS_SMALL = /^\p{Ll}/u
const BROKEN_WORD = /(\p{Ll})[-\u2010\u00ad][ \t]*\r?\n\s*(?=\p{Ll})/gu

/**
 * Cuts a text in `language` into sentences and indexes their terms. `reading`: the text with its short forms explained, if there is one:
 * "Hb" then also counts as "haemoglobin". Hyphenated line ends count whole and in parts; a sentence continues across a gap of the page.
 */
export function termedSentences(
  text: string,
  reading: string | null = null,
  language: string = ENGLISH,
): TermedSentences {
  const spans = joinFragments(text, sentences(text, language))
  const longForms = [...abbreviationsOf(reading ?? text)]
  const having = new Map<string, number[]>()
  for (const [i, { start, end }] of spans.entries())
    for (const term of new Set(termsOf(text.slice(start, end), longForms, language))) {
      const places = having.get(term)
      if (places === undefined) having.set(term, [i])
      else places.push(i)
    }
  const traits = createSentenceTraits(() =>
    spans.map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ' ')),
  )
  return { text, language, spans, having, traits }
}

/** Joins a piece that ends without a stop to the next one if that begins with a small letter. */
function joinFragments(text: string, pieces: readonly SentenceSpan[]): SentenceSpan[] {
  const spans: SentenceSpan[] = []
  for (const piece of pieces) {
    const last = spans.at(-1)
    const goesOn =
      last !== undefined &&
      STARTS_SMALL.test(text.slice(piece.start, piece.end)) &&
      !STOPPED.test(text.slice(last.start, last.end))
    if (goesOn) spans[spans.length - 1] = { start: last.start, end: piece.end }
    else spans.push(piece)
  }
  return spans
}

function termsOf(
  sentence: string,
  longForms: readonly (readonly [short: string, long: string])[],
  language: string,
): string[] {
  const long = longForms.filter(([short]) => hasWord(sentence, short)).map(([, form]) => form)
  const whole = sentence.replace(BROKEN_WORD, '$1')
  return wordsIn([sentence, ...(whole === sentence ? [] : [whole]), ...long].join(' '), language)
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + word.length])) return true
  return false
}

const isWordCharacter = (character = ' ') => /[\p{L}\p{N}]/u.test(character)

/** Returns the sentence with the highest score; the earlier one wins a tie; null for an empty text. */
export function bestSentence(question: ParsedQuestion, sentences: TermedSentences): SentenceSpan | null {
  const scores = scoresOf(question, sentences)
  let best = 0
  for (let place = 1; place < scores.length; place++) if (scores[place]! > scores[best]!) best = place
  return sentences.spans[best] ?? null
}

/** Returns the sentences by score, highest first; ties keep the order of the text. */
export function rankedSentences(question: ParsedQuestion, sentences: TermedSentences): SentenceSpan[] {
  const scores = scoresOf(question, sentences)
  const order = [...sentences.spans.keys()].sort((one, other) => scores[other]! - scores[one]!)
  return order.map((place) => sentences.spans[place]!)
}

function scoresOf(question: ParsedQuestion, sentences: TermedSentences): Float64Array {
  const scores = shareOfTerms(question, sentences)
  for (let place = 0; place < scores.length; place++) scores[place]! *= SHARE_WEIGHT
  forEachSign(sentences.traits, question, (sign, figures) => {
    const weight = SIGN_WEIGHTS[sign] ?? 0
    for (let place = 0; place < scores.length; place++) scores[place]! += weight * Number(figures[place])
  })
  return scores
}

/**
 * Returns the figures whose weighted sum is the score, for each sentence: its share of the question's terms, and the signs of an answer.
 * How the weights were fitted: docs/asking.md.
 */
export function sentenceFigures(question: ParsedQuestion, sentences: TermedSentences): number[][] {
  const rows = Array.from(shareOfTerms(question, sentences), (share) => [share, ...SIGNS.map(() => 0)])
  forEachSign(sentences.traits, question, (sign, figures) => {
    for (const [place, row] of rows.entries()) row[sign + 1] = Number(figures[place])
  })
  return rows
}

/**
 * Returns each sentence's share of the question's terms. A term counts more the fewer sentences contain it: the sum of log(1 + sentences /
 * sentences with the term), divided by the greatest sum in the text.
 */
function shareOfTerms({ terms }: ParsedQuestion, { spans, having }: TermedSentences): Float64Array {
  const sums = new Float64Array(spans.length)
  for (const term of terms) {
    const places = having.get(term)
    if (places === undefined) continue
    const weight = Math.log(1 + spans.length / places.length)
    for (const place of places) sums[place]! += weight
  }
  let most = 0
  for (let place = 0; place < sums.length; place++) most = Math.max(most, sums[place]!)
  if (most > 0) for (let place = 0; place < sums.length; place++) sums[place]! /= most
  return sums
}

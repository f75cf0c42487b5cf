/** Which sentence of a passage answers the question best? So that a hit can show it and a page can mark it. */
import { abbreviationsOf, ENGLISH, type SentenceSpan, sentences, wordsIn } from '../core/index.ts'
import type { ParsedQuestion } from './read-question.ts'
import { createSentenceTraits, forEachSign, type SentenceTraits, SIGNS } from './sentence-signs.ts'
import weights from './sentence-weights.json' with { type: 'json' }

/** A text cut into sentences, and for each index term the sentences that have it; made once, asked many times. */
export interface TermedSentences {
  readonly text: string
  /** ISO 639-3: the question's terms have to be of it. */
  readonly language: string
  readonly spans: readonly SentenceSpan[]
  /** Indexes into `spans`, each once. */
  readonly having: ReadonlyMap<string, readonly number[]>
  /** What each sentence has in itself, whatever is asked. */
  readonly traits: SentenceTraits
}

const [SHARE_WEIGHT = 0, ...SIGN_WEIGHTS] = weights
const STOPPED = /[.!?…:;。！？]["'”’)\]]*(?:\[?\d[\d,–-]*\]?)?$/u
const STARTS_SMALL = /^\p{Ll}/u
const BROKEN_WORD = /(\p{Ll})[-\u2010\u00ad][ \t]*\r?\n\s*(?=\p{Ll})/gu

/**
 * `reading`: the text with its short forms explained, where there is one: "Hb" then counts as "haemoglobin", too. Words that a page breaks
 * at the end of a line count whole and in parts, and a sentence goes on over a gap of the page. `language`: of the text.
 */
export function termedSentences(
  text: string,
  reading: string | null = null,
  language: string = ENGLISH,
): TermedSentences {
  const spans = joinedOverGaps(text, sentences(text, language))
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

/** A piece that ends without a stop goes on in the next one that begins with a small letter. */
function joinedOverGaps(text: string, pieces: readonly SentenceSpan[]): SentenceSpan[] {
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

/** Returns the sentences by their scores, highest first; of equal ones the earlier first. */
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
 * Returns what the score is the weighted sum of, for each sentence: its share of the question's terms, and the signs of an answer.
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
 * A term counts more the fewer sentences of the text have it: the sum of log(1 + sentences / sentences with the term), over the greatest of
 * the text.
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

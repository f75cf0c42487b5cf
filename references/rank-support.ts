/** Ranks the sentences of a cited paper that may support a claim about it: by shared words, cosines, and position in the paper. */
import { countsOf, dot, words } from '../core/index.ts'
import weights from './support-weights.json' with { type: 'json' }

/** A claim without its citations, and its vector of unit length. */
export interface Claim {
  readonly text: string
  readonly vector: Float32Array
}

/** A paper cut into sentences, prepared once and ranked for each claim. */
export interface CitedText {
  readonly title: string
  readonly sentences: readonly string[]
  /** Vectors of the sentences, of unit length. */
  readonly vectors: readonly Float32Array[]
  readonly terms: readonly (readonly string[])[]
  readonly pieces: readonly ReadonlySet<string>[]
  /** Number of sentences that have a term, or a piece of a word. */
  readonly counts: ReadonlyMap<string, number>
}

export interface RankedSentence {
  /** Index into the sentences of the text. */
  readonly sentence: number
  readonly score: number
  /** Share of the claim's terms, rarer ones counting more, 0 to 1. */
  readonly share: number
}

export const SUPPORT_FIGURES = [
  'bm25',
  'share of the claim',
  'share of the sentence',
  'pieces of words',
  'pairs of words',
  'closeness',
  'closeness to the best',
  'closeness of the neighbours',
  'length',
  'long',
  'title',
  'first twentieth',
  'first fifth',
  'last quarter',
  'place',
  'heading',
  'figure',
  'method',
  'number of the claim',
] as const

const WEIGHTS = SUPPORT_FIGURES.map((name) => weights[name])
const PIECE_CHARACTERS = 4
const LONG = 40
const MIN_CHARACTERS = 16
const MIN_WORDS = 4
const FRONT_MATTER = /\bdoi\b|https?:|[\p{L}\p{N}]@\p{L}/iu
/**
 * Share of a claim's terms that a sentence needs to count as support. Of 122 citing sentences .49 reach it in the article that they cite,
 * .02 in another one (`npm run measure support`).
 */
export const MIN_SHARE = 0.3
const FIGURE = /\bfig(?:ure|s?\.)|\btable\b/i
const METHOD =
  /\b(?:was|were) (?:\p{Ll}+ed|performed|obtained|purchased)\b|\bantibod|\d\s?(?:mM|[µμ][lgMm]|°C)(?!\p{L})/iu
const NUMBER = /\d+(?:\.\d+)?/g

/** Returns whether a sentence says enough to be shown as support. */
export function isInformative(sentence: string): boolean {
  return (
    !FRONT_MATTER.test(sentence) &&
    sentence.replace(/[^\p{L}\p{N}]+/gu, '').length >= MIN_CHARACTERS &&
    (sentence.match(/\p{L}{2,}/gu)?.length ?? 0) >= MIN_WORDS
  )
}

export function citedText(
  title: string,
  sentences: readonly string[],
  vectors: readonly Float32Array[],
): CitedText {
  const terms = sentences.map(words)
  const pieces = sentences.map(piecesOf)
  const counts = countsOf([
    ...terms.flatMap((each) => [...new Set(each)]),
    ...pieces.flatMap((each) => [...each]),
  ])
  return { title, sentences, vectors, terms, pieces, counts }
}

/** Returns the sentences with the highest scores; ties in the order of the text. */
export function rankSupport(claim: Claim, text: CitedText, most: number): RankedSentence[] {
  return supportFigures(claim, text)
    .map((figures, sentence) => ({
      sentence,
      score: figures.reduce((sum, figure, place) => sum + figure * WEIGHTS[place]!, 0),
      share: figures[SUPPORT_FIGURES.indexOf('share of the claim')]!,
    }))
    .sort((one, other) => other.score - one.score)
    .slice(0, most)
}

/** Returns a row for each sentence, in the order of `SUPPORT_FIGURES`. Cost: the sentences times their terms. */
export function supportFigures(claim: Claim, text: CitedText): number[][] {
  const { sentences, terms, pieces } = text
  const asked = new Set(words(claim.text))
  const rarity = rarityIn(text)
  const whole = sumOf(asked, rarity)
  const bm25 = shareOfBest(bm25Of(asked, text, rarity))
  const alike = shareOfBest(pieces.map((each) => similarity(piecesOf(claim.text), each, rarity)))
  const pairs = shareOfBest(terms.map((each) => sharedPairs(words(claim.text), each)))
  const closeness = text.vectors.map((vector) => dot(claim.vector, vector))
  const closest = shareOfBest(closeness)
  const numbers = claim.text.match(NUMBER) ?? []
  const plainTitle = plain(text.title)
  const shares = terms.map((each) => (whole === 0 ? 0 : sumOf(common(new Set(each), asked), rarity) / whole))
  // A title supports only what no sentence says.
  const isNamed = shares.some((share, at) => share >= MIN_SHARE && plain(sentences[at]!) !== plainTitle)
  return sentences.map((sentence, at) => {
    const own = new Set(terms[at])
    const shared = sumOf(common(own, asked), rarity)
    const place = at / sentences.length
    const length = terms[at]!.length
    return [
      bm25[at]!,
      shares[at]!,
      own.size === 0 ? 0 : shared / sumOf(own, rarity),
      alike[at]!,
      pairs[at]!,
      closeness[at]!,
      closest[at]!,
      (closeness[at - 1] ?? 0) + (closeness[at + 1] ?? 0),
      Math.log(1 + length),
      Math.min(length, LONG) / LONG,
      Number(!isNamed && plainTitle !== '' && plain(sentence) === plainTitle),
      Number(place < 0.06),
      Number(place < 0.2),
      Number(place > 0.75),
      place,
      Number(!/[.!?]["”’)\]]*$/u.test(sentence)),
      Number(FIGURE.test(sentence)),
      Number(METHOD.test(sentence)),
      Number(numbers.some((number) => sentence.includes(number))),
    ]
  })
}

/** Returns the BM25 rarity of terms: those in fewer sentences count more. */
function rarityIn({ sentences, counts }: CitedText): (term: string) => number {
  return (term) => {
    const having = counts.get(term) ?? 0
    return Math.log(1 + (sentences.length - having + 0.5) / (having + 0.5))
  }
}

function bm25Of(
  asked: ReadonlySet<string>,
  { terms }: CitedText,
  rarity: (term: string) => number,
): number[] {
  const mean = terms.reduce((sum, { length }) => sum + length, 0) / Math.max(1, terms.length)
  return terms.map((each) => {
    const lengths = 0.25 + (0.75 * each.length) / mean
    const counts = Map.groupBy(
      each.filter((term) => asked.has(term)),
      (term) => term,
    )
    return [...counts].reduce(
      (sum, [term, { length }]) => sum + (rarity(term) * length * 2.2) / (length + 1.2 * lengths),
      0,
    )
  })
}

function similarity(
  asked: ReadonlySet<string>,
  having: ReadonlySet<string>,
  rarity: (term: string) => number,
): number {
  return sumOf(common(asked, having), rarity) / Math.sqrt(sumOf(asked, rarity) * having.size || 1)
}

function sharedPairs(asked: readonly string[], having: readonly string[]): number {
  const known = new Set(having.slice(1).map((term, at) => `${having[at]} ${term}`))
  return asked.slice(1).filter((term, at) => known.has(`${asked[at]} ${term}`)).length
}

/** Returns fragments of words, which match forms that no stem joins. A space distinguishes them from terms. */
function piecesOf(text: string): Set<string> {
  const spaced = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  const pieces = new Set<string>()
  for (let at = 0; at + PIECE_CHARACTERS <= spaced.length; at++)
    pieces.add(`| ${spaced.slice(at, at + PIECE_CHARACTERS)}`)
  return pieces
}

function common(one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> {
  return new Set([...one].filter((term) => other.has(term)))
}

function sumOf(terms: ReadonlySet<string>, rarity: (term: string) => number): number {
  let sum = 0
  for (const term of terms) sum += rarity(term)
  return sum
}

function shareOfBest(figures: readonly number[]): number[] {
  const most = Math.max(...figures, 0)
  return figures.map((figure) => (most > 0 ? figure / most : 0))
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

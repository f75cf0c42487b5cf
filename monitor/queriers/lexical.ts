/**
 * Makes queries without a model: the names and content words of the doubtful sentence, "the minimal set of keywords
 * that capture the essential uncertainty" (Eigen-1, 3.1.2), and of its neighbours if it says too little by
 * itself ("Hmm, I'm not sure about that.").
 */
import type { KnownNames } from '../known-names.ts'
import { FURTHER_DOUBT, type ScoredSentence, scoreSentences } from '../monitors/score-doubt.ts'
import type { Look, MonitorVerdict, Querier } from '../ports.ts'
import { type ContentPhrase, contentPhrases } from './content-phrases.ts'

export interface LexicalQuerierOptions {
  /** Names of the corpus, which come first in a query and are kept when it is cut. */
  readonly names?: KnownNames
}

const MAX_QUERIES = 3
// Measured on the marked doubts (docs/decisions/2026-11-21-lexical-monitor.md): 9 and 3 reach a hit@3 of .81, 12 and 4 to 8 of
// .88, the whole window of .84.
const MAX_QUERY_WORDS = 12
const FEWEST_QUERY_WORDS = 4

export function createLexicalQuerier(options: LexicalQuerierOptions = {}): Querier {
  return {
    name: 'lexical',
    async queries(look, verdict) {
      return { queries: lexicalQueries(look, verdict, options) }
    },
  }
}

function lexicalQueries(look: Look, verdict: MonitorVerdict, options: LexicalQuerierOptions): string[] {
  const { names = null } = options
  const sentences = scoreSentences(look.window)
  const first = doubtfulIndex(sentences, verdict)
  const queries = [first, ...otherDoubts(sentences, first, verdict)].map((at) => {
    const phrases = phrasesAround(look, sentences, at)
    return joined(withAnchor(phrases, look, sentences[at]?.start ?? look.window.length), names)
  })
  const asked: string[] = []
  // The words of a surer doubt find the same in any order.
  for (const query of queries)
    if (query !== '' && !asked.some((surer) => hasWordsOf(surer, query))) asked.push(query)
  return asked.slice(0, MAX_QUERIES)
}

/**
 * Returns other sentences in doubt, surest first: queries share k. Only the lexical verdict
 * tells which of them are new.
 */
function otherDoubts(
  sentences: readonly ScoredSentence[],
  first: number,
  { marks = [] }: MonitorVerdict,
): number[] {
  const isNew = ({ start, end }: ScoredSentence) =>
    marks.some((mark) => mark.start >= start && mark.end <= end)
  return sentences
    .map((sentence, at) => ({ sentence, at }))
    .filter(({ sentence, at }) => at !== first && sentence.probability >= FURTHER_DOUBT && isNew(sentence))
    .sort((a, b) => b.sentence.probability - a.sentence.probability)
    .map(({ at }) => at)
}

/** Returns the index of the verdict's sentence; else of the surest, of ties the last. */
function doubtfulIndex(sentences: readonly ScoredSentence[], { doubt }: MonitorVerdict): number {
  if (doubt !== undefined) {
    const marked = sentences.findIndex(({ start, end }) => start < doubt.end && end > doubt.start)
    if (marked >= 0) return marked
  }
  let best = sentences.length - 1
  for (let at = best - 1; at >= 0; at--)
    if (sentences[at]!.probability > sentences[best]!.probability) best = at
  return best
}

/** Returns the phrases of the sentence and, while there are too few words, of those before and after it, nearest first. */
function phrasesAround(look: Look, sentences: readonly ScoredSentence[], at: number): ContentPhrase[] {
  let phrases = phrasesOf(look, sentences[at])
  for (const near of [at - 1, at + 1, at - 2]) {
    if (wordCount(phrases) >= FEWEST_QUERY_WORDS) break
    const others = neededOf(phrasesOf(look, sentences[near]), phrases)
    phrases = near < at ? [...others, ...phrases] : [...phrases, ...others]
  }
  return phrases
}

/** Returns the phrases that look like names if they are enough: the rest of a neighbour is often about something else. */
function neededOf(
  others: readonly ContentPhrase[],
  phrases: readonly ContentPhrase[],
): readonly ContentPhrase[] {
  const named = others.filter(({ isNameLike }) => isNameLike)
  return wordCount([...phrases, ...named]) < FEWEST_QUERY_WORDS ? others : named
}

/** Returns phrases without the words that expressed the doubt, and without words torn by the ends of the window. */
function phrasesOf(look: Look, sentence: ScoredSentence | undefined): ContentPhrase[] {
  if (sentence === undefined) return []
  const { window, offset } = look
  const { start, end } = sentence
  const isTorn = start === 0 && offset > window.length
  let text = window.slice(start, end)
  if (isTorn) text = text.replace(/^\S+/, (word) => '.'.repeat(word.length))
  if (end === window.length) text = withoutTornEnd(text, look)
  for (const mark of sentence.marks)
    if (mark.kind === 'ignorance' || mark.kind === 'hedge')
      text = blotted(text, mark.start - start, wordEnd(text, mark.end - start))
  return contentPhrases(text)
}

/** Masks the last word of the text if the window's end may have torn it: if it occurs nowhere else. */
function withoutTornEnd(text: string, { window, question }: Look): string {
  const [torn] = LAST_WORD.exec(text) ?? []
  if (torn === undefined) return text
  const others: readonly string[] = `${window.slice(0, -torn.length)} ${question}`.match(WORDS) ?? []
  return others.includes(torn) ? text : blotted(text, text.length - torn.length, text.length)
}

/** Returns the end of the word at an offset: "misremember" also marks "misremembering". */
function wordEnd(text: string, at: number): number {
  const [rest = ''] = /^[\p{L}\p{N}]*/u.exec(text.slice(at)) ?? []
  return at + rest.length
}

const LAST_WORD = /[\p{L}\p{N}]+$/u
const WORDS = /[\p{L}\p{N}]+/gu

function blotted(text: string, from: number, to: number): string {
  return `${text.slice(0, from)}${'.'.repeat(to - from)}${text.slice(to)}`
}

/**
 * Adds the nearest name before a sentence such as "The formula is …", which is about it: from the window, else from the
 * question.
 */
function withAnchor(phrases: readonly ContentPhrase[], look: Look, before: number): readonly ContentPhrase[] {
  const isAnchor = ({ isNameLike, words }: ContentPhrase) => isNameLike && words.some(isTelling)
  if (phrases.some(isAnchor)) return phrases
  const anchor =
    contentPhrases(look.window.slice(0, before)).findLast(isAnchor) ??
    contentPhrases(look.question).find(isAnchor)
  return anchor === undefined ? phrases : [anchor, ...phrases]
}

/** Joins phrases, each word once. If there are too many words, names stay, then those nearest to the end. */
function joined(phrases: readonly ContentPhrase[], names: KnownNames | null): string {
  const isKnown = (phrase: ContentPhrase) => (names?.find(phrase.text).length ?? 0) > 0
  const ranked = phrases
    .map((phrase, place) => ({ phrase, place, rank: isKnown(phrase) ? 0 : phrase.isNameLike ? 1 : 2 }))
    .sort((a, b) => a.rank - b.rank || b.place - a.place)
  const kept = new Set<number>()
  const seen = new Set<string>()
  for (const { phrase, place } of ranked) {
    const fresh = phrase.words.filter((word) => !seen.has(word.toLowerCase()))
    if (fresh.length === 0 || seen.size + fresh.length > MAX_QUERY_WORDS) continue
    for (const word of fresh) seen.add(word.toLowerCase())
    kept.add(place)
  }
  const said = new Set<string>()
  return phrases
    .filter((_, place) => kept.has(place))
    .flatMap(({ words }) => words)
    .filter((word) => !said.has(word.toLowerCase()) && said.add(word.toLowerCase()))
    .join(' ')
}

function hasWordsOf(surer: string, query: string): boolean {
  const words = new Set(surer.toLowerCase().split(' '))
  return query
    .toLowerCase()
    .split(' ')
    .every((word) => words.has(word))
}

function wordCount(phrases: readonly ContentPhrase[]): number {
  const telling = phrases.flatMap(({ words }) => words.filter(isTelling))
  return new Set(telling.map((word) => word.toLowerCase())).size
}

/** Returns whether a word can find something: symbols, and words for any formula, cannot. */
function isTelling(word: string): boolean {
  return (
    word.length > 2 &&
    !/^(?:formula|equation|constant|coefficient|factor|rate|number|unit|term)s?$/i.test(word)
  )
}

/** Measures how much of a text is prose: words in sentences, likeness to a language, words broken by bad recognition. */
import { PROSE_WORDS } from '../../core/index.ts'
import { type Page, type ProseFigures, paperText } from '../../corpus/index.ts'
import { inSentenceCase } from '../sentence-case.ts'
import { hasUnspaced, UNSPACED_WORD } from '../word-count.ts'

/** Likeness of a text to one language, between 0 and 1. */
export interface LanguageLikeness {
  /** ISO 639-3 code. */
  readonly language: string
  readonly likeness: number
}

/** Returns the likeness to every known language, in no order. */
export type LikenessOf = (text: string) => readonly LanguageLikeness[]

/** Minimum and maximum number of words of a sentence; a longer one is a table or a list without full stops. */
const MIN_WORDS = 8
const MAX_WORDS = 80
/** Share of a sentence's words that must begin without a capital, in scripts with capitals. German prose has .6-.7. */
const RUNNING_SHARE = 0.5
/** Length of the text from which languages are recognised; more changes nothing. */
const LIKENESS_CHARACTERS = 20_000
/** Minimum length of an abstract whose language is recognised; a paper is accepted if the topic accepts that language. */
const ABSTRACT_CHARACTERS = 300

/** Number of words in a stretch that is examined; at least a third of the words of English prose are function words. */
const STRETCH_WORDS = 25
const MIN_FUNCTION_SHARE = 0.28
const MIN_RUNNING_SHARE = 0.8
const CONTINUATION = /^\p{Ll}/u
const OPEN = /[\p{L}\p{N},-]$/u

const ENDS = /[.?!。！？।؟]["'”’»)\]]*$/u
const BETWEEN_SENTENCES = /(?<=[.?!।؟]["'”’»)\]]*)\s+(?=["'“‘«([]*[\p{Lu}\p{Lo}\p{N}])|(?<=[。！？])/u
const RUNNING_WORD = /^["'“‘«([]*[\p{Ll}\p{Lo}][\p{L}\p{M}'’-]*["'”’»)\],;:.?!、，。！？।؟]*$/u
/** Matches capitals or digits within a word, punctuation within or instead of one, single letters that are not words. */
const BROKEN_WORD =
  /\p{Ll}\p{Lu}\p{Ll}|\p{Ll}\p{N}+\p{Ll}|\p{P}{3}|\p{L}["“”*_,;:!?^~|]+\p{L}|^\p{P}+$|^\p{P}*(?![aAIyeoàéè])\p{L}\p{P}*$/u
/** Matches signs of a formula, in whose line single letters are symbols and not broken words. */
const FORMULA = /[\p{Sm}\p{Script=Greek}]/u

/** Measures a text; `held` are the languages that the topic accepts, null for every one. */
export function measureProse(
  { pages, abstract }: { readonly pages: readonly Page[]; readonly abstract: string },
  held: readonly string[] | null,
  likenessOf: LikenessOf,
): ProseFigures {
  const text = inSentenceCase(paperText(pages))
  const words = wordsOf(text).length
  const ofText = languageOf(text.slice(0, LIKENESS_CHARACTERS), held, likenessOf)
  const isClear = abstract.length < ABSTRACT_CHARACTERS || gapOf(ofText) === 0
  const ofAbstract = isClear ? ofText : languageOf(abstract, held, likenessOf)
  return {
    hasPages: pages.some((page) => page.width > 0),
    words,
    inSentences: share(Math.max(wordsInSentences(text), runningWords(text)), words),
    ...(gapOf(ofAbstract) < gapOf(ofText) ? ofAbstract : ofText),
    broken: share(brokenWords(text), words),
  }
}

type LanguageFigures = Pick<ProseFigures, 'language' | 'likeness' | 'heldLikeness'>

function languageOf(text: string, held: readonly string[] | null, likenessOf: LikenessOf): LanguageFigures {
  let best: LanguageLikeness = { language: '', likeness: 0 }
  let heldLikeness = 0
  for (const alike of likenessOf(text)) {
    if (alike.likeness > best.likeness) best = alike
    if (held === null || held.includes(alike.language)) heldLikeness = Math.max(heldLikeness, alike.likeness)
  }
  return { language: best.language, likeness: rounded(best.likeness), heldLikeness: rounded(heldLikeness) }
}

function gapOf({ likeness, heldLikeness }: LanguageFigures): number {
  return likeness - heldLikeness
}

function wordsInSentences(text: string): number {
  let count = 0
  for (const block of blocksOf(text)) {
    for (const sentence of block.split(BETWEEN_SENTENCES)) {
      const words = wordsOf(sentence)
      const isLong = words.length >= MIN_WORDS && words.length <= MAX_WORDS
      if (!isLong || !ENDS.test(sentence.trim())) continue
      const running = words.filter((word) => RUNNING_WORD.test(word)).length
      if (running >= RUNNING_SHARE * words.length) count += words.length
    }
  }
  return count
}

/** Returns blocks, each on one line. A block that stops in mid-sentence is joined with the next if that begins in lower case. */
function blocksOf(text: string): string[] {
  const blocks: string[] = []
  for (const block of text.split(/\n\s*\n/)) {
    const line = block.replaceAll(/\s+/g, ' ').trim()
    const above = blocks.at(-1)
    if (above !== undefined && CONTINUATION.test(line) && OPEN.test(above))
      blocks[blocks.length - 1] = `${above} ${line}`
    else blocks.push(line)
  }
  return blocks
}

/** Counts words in stretches with the function words of English prose, with or without full stops: transcripts have none. */
function runningWords(text: string): number {
  let count = 0
  for (const block of blocksOf(text)) {
    const words = wordsOf(block)
    for (let from = 0; from + STRETCH_WORDS <= words.length; from += STRETCH_WORDS) {
      const stretch = words.slice(from, from + STRETCH_WORDS)
      const held = stretch.filter((word) =>
        PROSE_WORDS.has(word.replace(/[^\p{L}]/gu, '').toLowerCase()),
      ).length
      const running = stretch.filter((word) => RUNNING_WORD.test(word)).length
      if (held >= MIN_FUNCTION_SHARE * STRETCH_WORDS && running >= MIN_RUNNING_SHARE * STRETCH_WORDS)
        count += STRETCH_WORDS
    }
  }
  return count
}

function brokenWords(text: string): number {
  let count = 0
  for (const line of text.split('\n')) {
    if (FORMULA.test(line)) continue
    for (const word of line.split(/\s+/)) if (BROKEN_WORD.test(word)) count++
  }
  return count
}

function wordsOf(text: string): string[] {
  const spaced = hasUnspaced(text) ? text.replaceAll(UNSPACED_WORD, '$& ') : text
  return spaced.match(/\S+/g) ?? []
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : rounded(part / whole)
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}

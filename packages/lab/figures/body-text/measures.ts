/** Measures how much of a reference text a reader returns. Compares words: letters only, lower case. */
import { sentences } from '../../../../core/index.ts'

/** Shares from 0 to 1. */
export interface BodyFigures {
  /** Words of the reference that the reader has, each as often. A word cut in two or joined to another is lost. */
  readonly words: number
  /** Sentences of the reference, of at least six words, that occur unbroken. */
  readonly sentences: number
}

const MIN_SENTENCE_WORDS = 6

export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  )
}

/** Joins words that a hyphen divides at a line end, since most readers leave them divided. */
export function joinCutWords(text: string): string {
  return text.replace(/(?<=\p{L})[-\u00ad‐]\s*\n\s*(?=\p{Ll})/gu, '')
}

export function compareBody(reference: string, read: string): BodyFigures {
  const found = wordsOf(read)
  return {
    words: sharedWords(wordsOf(reference), found),
    sentences: wholeSentences(reference, ` ${found.join(' ')} `),
  }
}

function sharedWords(wanted: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of wanted) {
    const count = left.get(word) ?? 0
    if (count > 0) shared++
    left.set(word, count - 1)
  }
  return shared / wanted.length
}

function wholeSentences(reference: string, found: string): number {
  let whole = 0
  let all = 0
  for (const { start, end } of sentences(reference)) {
    const words = wordsOf(reference.slice(start, end))
    if (words.length < MIN_SENTENCE_WORDS) continue
    all++
    if (found.includes(` ${words.join(' ')} `)) whole++
  }
  return whole / all
}

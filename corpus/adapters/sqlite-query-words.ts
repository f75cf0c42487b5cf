/** `has_words(text, list)` of statements: has the text every word of the list, as the word index reads words? */
import { words } from '../../core/index.ts'

interface Wanted {
  readonly terms: readonly string[]
  /** What a text without foreign letters holds in any case where it has the word: a Porter stem departs from its word by its last letter at the most. */
  readonly beginnings: readonly string[]
}

// Whatever the words may have folded into letters: all but ASCII, punctuation, spaces and signs of arithmetic.
const FOREIGN_LETTER = /[^\0-\x7f\p{P}\p{Z}\p{Sm}°]/u
/** A statement gives the same few lists for every row. */
const known = new Map<string, Wanted>()
const REMEMBERED_LISTS = 100

/** 1 or 0; 0 for an empty list, and for what is no text. Most texts are passed over by their letters: 100k abstracts take some 2 s instead of 5. */
export function hasWords(text: unknown, list: unknown): number {
  if (typeof text !== 'string' || typeof list !== 'string') return 0
  const { terms, beginnings } = wantedOf(list)
  if (terms.length === 0 || (lacks(text, beginnings) && !FOREIGN_LETTER.test(text))) return 0
  const had = new Set(words(text))
  return terms.every((term) => had.has(term)) ? 1 : 0
}

function lacks(text: string, beginnings: readonly string[]): boolean {
  const letters = text.toLowerCase()
  return beginnings.some((beginning) => !letters.includes(beginning))
}

function wantedOf(list: string): Wanted {
  const wanted = known.get(list)
  if (wanted !== undefined) return wanted
  const terms = words(list)
  const made = { terms, beginnings: terms.map((term) => term.slice(0, -1)) }
  if (known.size >= REMEMBERED_LISTS) known.clear()
  known.set(list, made)
  return made
}

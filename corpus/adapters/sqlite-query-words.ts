/** `has_words(text, list)` for statements: whether the text has every word of the list, by the rules of the word index. */
import { words } from '../../core/index.ts'

interface Wanted {
  readonly terms: readonly string[]
  /** Strings in every text with the words, if it has no foreign letters: a Porter stem differs from its word in the last letter at most. */
  readonly beginnings: readonly string[]
}

// Anything that the tokenizer may fold into letters: all but ASCII, punctuation, spaces and mathematical signs.
const FOREIGN_LETTER = /[^\0-\x7f\p{P}\p{Z}\p{Sm}°]/u
/** Cache of word lists: a statement passes the same few lists for every row. */
const known = new Map<string, Wanted>()
const REMEMBERED_LISTS = 100

/** Returns 1 or 0; 0 for an empty list and for non-texts. Most texts are rejected by their letters: 100k abstracts take some 2 s, not 5. */
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

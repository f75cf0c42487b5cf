/** Normalises a found name: "IL-6" and "IL6", "TNF-α" and "TNF alpha", "kinases" and "kinase" are the same. */
import { GREEK } from '../../core/index.ts'
import { singularOf } from './singular.ts'

const GREEK_NAMES = new Set(Object.values(GREEK))
const MAX_SYMBOL_WORDS = 4
const LONGEST_PART = 6
const LONGEST_BARE_SYMBOL = 5
/** Nouns that add nothing after a symbol: "p53 protein", "the BRCA1 gene"; "CSF proteins" are those of something. */
const SYMBOL_NOUNS = / (?:protein|gene|mrna|cdna)$/u

/** Returns the form of a canonical name whose spelling in the text is `surface`. */
export function nameForm(form: string, surface: string): string {
  const said = form.replace(SYMBOL_NOUNS, '')
  const bare = said.length <= LONGEST_BARE_SYMBOL || /\p{N}/u.test(said) ? said : form
  return joinedSymbol(bare, surface) ?? singularOf(bare, surface)
}

/**
 * Joins the words of a symbol: short ones with a number, a Greek letter or, between hyphens, one of at most two letters; no word in lower
 * case. Returns null if the name is not a symbol.
 */
export function joinedSymbol(form: string, surface: string): string | null {
  const words = form.split(' ')
  if (words.length < 2 || words.length > MAX_SYMBOL_WORDS) return null
  if (!words.every((word) => word.length <= LONGEST_PART || GREEK_NAMES.has(word))) return null
  if (LOWER_CASE_WORD.test(surface) || RANGE.test(surface)) return null
  const isJoined = !/\s/.test(surface) && /\p{Lu}/u.test(surface)
  const isMarked = words.some(
    (word) => /\p{N}/u.test(word) || GREEK_NAMES.has(word) || (isJoined && word.length <= 2),
  )
  return isMarked ? words.join('').replace(/^nfkb/, 'nfkappab') : null
}

// "IQR 1–3"
const RANGE = /\p{N}–\p{N}/u
const LOWER_CASE_WORD = new RegExp(
  `(?<![\\p{L}\\p{N}])(?!(?:${[...GREEK_NAMES].join('|')})(?![\\p{L}]))\\p{Ll}{3,}`,
  'u',
)

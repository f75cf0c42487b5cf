/**
 * Text to index terms: lower case, accents folded, Greek letters spelled out, English stop words left out, Porter stems.
 * The same function serves the word index, centrality and the choice of a best sentence, so that they agree.
 */
import { stemmer } from 'stemmer'
import { INDEX_STOP_WORDS } from './stop-words.ts'

// "TNF-α" and "TNF-alpha" are the same word to a reader.
export const GREEK: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'epsilon',
  ζ: 'zeta',
  η: 'eta',
  θ: 'theta',
  κ: 'kappa',
  λ: 'lambda',
  μ: 'mu',
  ν: 'nu',
  ξ: 'xi',
  π: 'pi',
  ρ: 'rho',
  σ: 'sigma',
  τ: 'tau',
  φ: 'phi',
  χ: 'chi',
  ψ: 'psi',
  ω: 'omega',
}

const WORD = /[\p{L}\p{N}]+/gu
const NOT_ASCII = /[^\0-\x7f]/
const MARK = /\p{M}+/gu
// "embolism⁴¹": a mark of a reference is no part of the word; "m²" and "10⁻³" are one with what they stand on.
const RAISED_NUMBER = /(?<=\p{L}{3})[⁰¹²³⁴-⁹]+/gu
// "10⁶" is not 106.
const EXPONENT = /(?<=\d)(?=[⁰¹²³⁴-⁹])/gu
const GREEK_LETTER = /[α-ω]/g
// Scripts written without spaces are indexed as overlapping pairs of characters.
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u
// Longer "words" are broken encodings or sequences; the head is enough to find them again.
export const MAX_WORD_CHARACTERS = 64
// Stems are remembered: a corpus has few distinct words. The map is emptied rather than grown without end.
const MAX_REMEMBERED_STEMS = 200_000

const stems = new Map<string, string>()

/** Index terms of `text` in reading order, repeats included. Cost: some 25 MB of text a second. */
export function words(text: string): string[] {
  const terms: string[] = []
  for (const word of folded(text).match(WORD) ?? []) {
    if (INDEX_STOP_WORDS.has(word)) continue
    if (NOT_ASCII.test(word) && UNSPACED.test(word)) terms.push(...pairs(word))
    else terms.push(stemOf(word.slice(0, MAX_WORD_CHARACTERS)))
  }
  return terms
}

function folded(text: string): string {
  const lower = text.toLowerCase()
  return NOT_ASCII.test(lower) ? foldedLetters(withoutMarks(lower)) : lower
}

/** Without the raised numbers that are references; exponents stand alone. */
export function withoutMarks(text: string): string {
  return text.replace(RAISED_NUMBER, ' ').replace(EXPONENT, ' ')
}

/** Lower-case text without accents, Greek letters spelled out. */
export function foldedLetters(lower: string): string {
  return lower
    .normalize('NFKD')
    .replace(MARK, '')
    .replace(GREEK_LETTER, (letter) => GREEK[letter] ?? letter)
}

function stemOf(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  if (stems.size >= MAX_REMEMBERED_STEMS) stems.clear()
  const stem = stemmer(word)
  stems.set(word, stem)
  return stem
}

/** Overlapping pairs of characters; a single one alone. */
export function pairs(word: string): string[] {
  const characters = [...word]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}

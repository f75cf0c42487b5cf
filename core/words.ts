/**
 * Turns text into index terms: lower case, no accents, Greek letters spelled out, no English stop words, Porter stems.
 * The word index, centrality and the choice of a best sentence all use it, so that they agree.
 */
import { stemmer } from 'stemmer'

// Words without meaning of their own. Each reader needs a different list, because it was tuned to what the reader reads, and weights and
// figures depend on it. Each word is here once, under the names of all lists that have it.
const STOP_WORDS: Readonly<Record<string, string>> = {
  query: `
    above across actual again almost along already always am another anything around away back below came
    cannot come comes doing done down else end enough etc even ever every everything exactly except far few
    gave get gets give given gives go goes gone got indeed instead itself keep last least like likely made
    make makes making me mean means mine much near need needs neither never none nothing off often once ones
    onto others otherwise put quite rather really same say see seem seems set something still take takes
    thing things though together toward unless upon use used uses usually way went whole
  `,
  'prose grammar query names': `
    about after all also because been both can could did do does from had has have however its might most
    must other our over should since so some than those through under we were when where which while who
    within without would
  `,
  'index prose grammar query names': `
    a an and are as at be but by for if in into is it no not on or that the their then there these they this
    was will with
  `,
  'grammar query': `
    actually either further having hence here just let my next nor now out own them therefore too up us very
    well yet
  `,
  'grammar query names': 'although before first he her his how i one she what whose why you your',
  names: 'according born despite following including later today yes',
  'prose grammar query': 'any being each more only per thus whether',
  grammar: 'alternatively hmm maybe ok okay perhaps wait',
  'query names': 'second several shall three two until whom',
  'prose query': 'against among less using via',
  'prose query names': 'between during many',
  'index prose grammar query': 'of such to',
  'prose grammar names': 'may',
}

function stopWords(list: 'index' | 'prose' | 'grammar' | 'query' | 'names'): ReadonlySet<string> {
  const groups = Object.entries(STOP_WORDS).filter(([lists]) => lists.split(' ').includes(list))
  return new Set(groups.flatMap(([, words]) => words.trim().split(/\s+/)))
}

/** Words that are not indexed: the stop words of Lucene's EnglishAnalyzer, which the published BM25 figures of BEIR use. */
const INDEX_STOP_WORDS = stopWords('index')

/** Words that hold sentences together: a third of published prose or more, and hardly any of the words in tables. */
export const PROSE_WORDS = stopWords('prose')

/** Words whose probability says nothing about the content, because any of several would fit. */
export const GRAMMAR_WORDS = stopWords('grammar')

/** Words that do not help to find a paper. */
export const QUERY_STOP_WORDS = stopWords('query')

/** Words that are no name by themselves, and do not begin or end one. The recipe's list; tests compare it exactly. */
export const NAME_STOP_WORDS = stopWords('names')

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
// "embolism⁴¹": a raised reference number is not part of the word; in "m²" and "10⁻³" it is.
const RAISED_NUMBER = /(?<=\p{L}{3})[⁰¹²³⁴-⁹]+/gu
// "10⁶" is not 106.
const EXPONENT = /(?<=\d)(?=[⁰¹²³⁴-⁹])/gu
const GREEK_LETTER = /[α-ω]/g
// Scripts written without spaces are indexed as overlapping pairs of characters.
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u
// Longer "words" are broken encodings or sequences; their beginning is enough to find them again.
export const MAX_WORD_CHARACTERS = 64
// Cached stems: a corpus has few distinct words. The map is cleared when it is full.
const MAX_REMEMBERED_STEMS = 200_000

const stems = new Map<string, string>()

/** Returns index terms of `text` in reading order, repeats included. Cost: some 25 MB of text a second. */
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

/** Removes raised numbers that are references, and separates exponents. */
export function withoutMarks(text: string): string {
  return text.replace(RAISED_NUMBER, ' ').replace(EXPONENT, ' ')
}

/** Returns lower-case text without accents, with Greek letters spelled out. */
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

/** Returns overlapping pairs of characters; a single character as it is. */
export function pairs(word: string): string[] {
  const characters = [...word]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}

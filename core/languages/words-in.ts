/** Turns text of a known language into index terms, as `words` does for English. */
import { foldedLetters, MAX_WORD_CHARACTERS, pairs, withoutMarks, words } from '../words.ts'
import { ENGLISH, type KnownLanguage, knownLanguage, stemmerOf, stopWordsOf } from './known-languages.ts'
import { languageOfQuestion } from './language-of-text.ts'

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const UNSPACED_RUN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{M}ー]+/gu
const HANGUL = /\p{sc=Hangul}/u
/** Elided words, which carry no meaning: "l’ADN", "d'une", "dell'acqua". */
const ELISION =
  /(?<![\p{L}\p{N}])(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|dell|nell|all|sull|dall|un)['’](?=\p{L})/gu
const MAX_REMEMBERED = 200_000

const remembered = new Map<string, Map<string, string | null>>()
const segmenters = new Map<string, Intl.Segmenter>()

/** Returns index terms in reading order, repeats included; for English and unknown languages, those of `words`. */
export function wordsIn(text: string, language: string): string[] {
  const known = knownLanguage(language)
  if (known === null || known.code === ENGLISH) return words(text)
  const plain = withoutMarks(text.toLowerCase()).normalize('NFKC').replace(ELISION, ' ')
  return known.form === 'dictionary' ? segmented(plain, known) : stemmed(plain, known)
}

/**
 * Returns index terms of a question to a corpus in these languages, given in order of their units: the terms of its most likely language,
 * followed for each word by its distinct terms in the other languages that are indexed. The question's stop words get none of those.
 * With a single language, the result is that of `wordsIn`.
 */
export function questionTerms(
  question: string,
  languages: readonly string[],
  isIndexed: (term: string) => boolean,
): string[] {
  const [only = ENGLISH, ...others] = languages
  if (others.length === 0) return wordsIn(question, only)
  const asked = languageOfQuestion(question, languages)
  const rest = languages.filter((code) => code !== asked)
  const stops = stopWordsOf(asked)
  return (question.match(WORD) ?? []).flatMap((word) => {
    const own = wordsIn(word, asked)
    if (own.length === 0 || stops.has(word.toLowerCase())) return own
    const others = rest.flatMap((code) => wordsIn(word, code)).filter(isIndexed)
    return [...new Set([...own, ...others])]
  })
}

function stemmed(text: string, { code, form }: KnownLanguage): string[] {
  const terms: string[] = []
  for (const word of text.match(WORD) ?? []) {
    if (form === 'syllables' && HANGUL.test(word)) terms.push(...pairs(word))
    else {
      const term = termOf(word, code)
      if (term !== null) terms.push(term)
    }
  }
  return terms
}

/** Splits text without spaces by ICU's dictionary; words of three or more characters add their pairs, as questions may split otherwise. */
function segmented(text: string, known: KnownLanguage): string[] {
  const terms: string[] = []
  let from = 0
  for (const match of text.matchAll(UNSPACED_RUN)) {
    terms.push(...stemmed(text.slice(from, match.index), known))
    for (const { segment, isWordLike } of segmenterOf(known.tag).segment(match[0])) {
      if (isWordLike !== true || stopWordsOf(known.code).has(segment)) continue
      terms.push(segment)
      if (segment.length > 2 && known.code !== 'tha') terms.push(...pairs(segment))
    }
    from = match.index + match[0].length
  }
  terms.push(...stemmed(text.slice(from), known))
  return terms
}

function segmenterOf(tag: string): Intl.Segmenter {
  const known = segmenters.get(tag) ?? new Intl.Segmenter(tag, { granularity: 'word' })
  segmenters.set(tag, known)
  return known
}

/** Returns null for a stop word. Stems are cached, as in `words`. */
function termOf(word: string, code: string): string | null {
  const terms = remembered.get(code) ?? new Map<string, string | null>()
  if (terms.size === 0 || terms.size >= MAX_REMEMBERED) remembered.set(code, terms)
  if (terms.size >= MAX_REMEMBERED) terms.clear()
  const known = terms.get(word)
  if (known !== undefined) return known
  const isStop = stopWordsOf(code).has(word)
  const term = isStop ? null : foldedLetters(stemmerOf(code)(word.slice(0, MAX_WORD_CHARACTERS)))
  terms.set(word, term)
  return term
}

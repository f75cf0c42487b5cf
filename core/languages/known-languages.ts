/**
 * The languages whose words Gloss reads by their own rules: stems by Snowball, stop words, sentence ends. Text in any other language is
 * read like English, matching whole words.
 */
import { createRequire } from 'node:module'

/** How words of a language are split: by spaces and stems, by a dictionary, or into pairs of syllables. */
export type WordForm = 'stems' | 'dictionary' | 'syllables'

export interface KnownLanguage {
  /** ISO 639-3 code, as in `Paper.language`. */
  readonly code: string
  /** ISO 639-1 code, for `Intl`. */
  readonly tag: string
  readonly form: WordForm
  /** Other codes that a detector may return for text that is read by the same rules. */
  readonly also?: readonly string[]
  readonly stemmer?: () => Pick<typeof import('@orama/stemmers/german'), 'stemmer'>
  readonly stopWords?: () => Pick<typeof import('@orama/stopwords/german'), 'stopwords'>
}

export const ENGLISH = 'eng'

// Loads synchronously, and only what a corpus needs: for English alone, nothing.
const load = createRequire(import.meta.url)

/** Stems and stop words are those of the Snowball project (snowballstem.org), from @orama/stemmers and @orama/stopwords. */
const KNOWN: readonly KnownLanguage[] = [
  { code: ENGLISH, tag: 'en', form: 'stems', stopWords: () => load('@orama/stopwords/english') },
  row('deu', 'de', 'german'),
  row('fra', 'fr', 'french'),
  row('spa', 'es', 'spanish'),
  row('por', 'pt', 'portuguese'),
  row('ita', 'it', 'italian'),
  row('nld', 'nl', 'dutch'),
  row('swe', 'sv', 'swedish'),
  row('dan', 'da', 'danish'),
  { ...row('nob', 'nb', 'norwegian'), also: ['nno', 'nor'] },
  row('fin', 'fi', 'finnish'),
  row('hun', 'hu', 'hungarian'),
  row('ron', 'ro', 'romanian'),
  row('tur', 'tr', 'turkish'),
  row('rus', 'ru', 'russian'),
  {
    code: 'cmn',
    tag: 'zh',
    form: 'dictionary',
    also: ['zho'],
    stopWords: () => load('@orama/stopwords/mandarin'),
  },
  { code: 'jpn', tag: 'ja', form: 'dictionary', stopWords: () => load('@orama/stopwords/japanese') },
  { code: 'tha', tag: 'th', form: 'dictionary' },
  { code: 'kor', tag: 'ko', form: 'syllables' },
]

function row(code: string, tag: string, name: string): KnownLanguage {
  return {
    code,
    tag,
    form: 'stems',
    stemmer: () => load(`@orama/stemmers/${name}`),
    stopWords: () => load(`@orama/stopwords/${name}`),
  }
}

const byCode = new Map(
  KNOWN.flatMap((language) => [language.code, ...(language.also ?? [])].map((code) => [code, language])),
)

/** Returns null for a code that is not of a known language. */
export function knownLanguage(code: string | null): KnownLanguage | null {
  return (code === null ? undefined : byCode.get(code)) ?? null
}

/** Codes of the languages in Latin script, without English. */
export const LATIN_LANGUAGES: readonly string[] = KNOWN.filter(
  ({ code, form }) => form === 'stems' && code !== ENGLISH && code !== 'rus',
).map(({ code }) => code)

const stopWords = new Map<string, ReadonlySet<string>>()
const stemmers = new Map<string, (word: string) => string>()

/** Returns stop words in lower case, with accents; none for an unknown language. Cached. */
export function stopWordsOf(code: string): ReadonlySet<string> {
  const known = stopWords.get(code)
  if (known !== undefined) return known
  const words = new Set(
    knownLanguage(code)
      ?.stopWords?.()
      .stopwords.map((word) => word.normalize('NFC')),
  )
  stopWords.set(code, words)
  return words
}

/** Returns the function that stems a lower-case word with accents; the identity for a language without stems. Cached. */
export function stemmerOf(code: string): (word: string) => string {
  const known = stemmers.get(code)
  if (known !== undefined) return known
  const stem = knownLanguage(code)?.stemmer?.().stemmer ?? ((word: string) => word)
  stemmers.set(code, stem)
  return stem
}

/** Returns a name for people, such as `German`; the code if it has no name. */
export function languageName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code) ?? code
}

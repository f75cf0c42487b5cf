/** Keeps seed phrases, with which a synthesis begins its questions, and their origins (specs/rethinker.md 4 and 5.4). */
import { randomIndex } from '../../../../core/index.ts'

/** Texts of an attempt from which phrases are taken, in order; recycling them is the point of seeds (ReThinker, 3.2.1). */
export const PHRASE_TEXTS = ['snippets', 'pages', 'pair', 'trajectory'] as const

export type PhraseOrigin =
  /** The initial list of phrases by field. */
  | { readonly from: 'field'; readonly field: string }
  /** A text of an attempt to make a question. */
  | { readonly from: (typeof PHRASE_TEXTS)[number]; readonly attempt: number }
  /** Statements of the corpus. */
  | { readonly from: 'corpus' }

export interface SeedPhrase {
  readonly phrase: string
  readonly origin: PhraseOrigin
  /** Ids of the units that contain the phrase; none for phrases that a model listed. */
  readonly units: readonly string[]
  /** Number of attempts that began with it. */
  readonly used: number
}

export interface PhrasePool {
  /** Adds a phrase. Returns false if it is already there. */
  add(phrase: Omit<SeedPhrase, 'used'>): boolean
  /** Returns one of the least used phrases and counts its use. Throws `RangeError` for an empty pool. */
  take(random: () => number): SeedPhrase
  /** Returns the phrases in the order in which they were added. */
  list(): readonly SeedPhrase[]
}

export function createPhrasePool(): PhrasePool {
  const phrases = new Map<string, SeedPhrase>()
  return {
    add(phrase) {
      const key = phraseKey(phrase.phrase)
      if (key === '' || phrases.has(key)) return false
      phrases.set(key, { ...phrase, used: 0 })
      return true
    },
    take(random) {
      const all = [...phrases.values()]
      const least = Math.min(...all.map(({ used }) => used))
      const open = all.filter(({ used }) => used === least)
      const taken = open[randomIndex(random, open.length)]
      if (taken === undefined) throw new RangeError('There is no phrase to take.')
      phrases.set(phraseKey(taken.phrase), { ...taken, used: taken.used + 1 })
      return taken
    },
    list: () => [...phrases.values()],
  }
}

/** Returns a key that is the same for all spellings of a phrase. */
export function phraseKey(phrase: string): string {
  return phrase.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

const ANSWER = /<answer[^<>]{0,200}>((?:(?!<answer)[\s\S])*?)<\/answer>/gi
const DRESS = /^[\s"'“”‘’`«»()[\]{}<>*•·–—-]+|(?<![\s"'“”‘’`«»()[\]{}<>*.;:])[\s"'“”‘’`«»()[\]{}<>*.;:]+$/g
const NUMBER = /^\s*\d{1,3}[.)]\s+/
const [MIN_WORDS, MAX_WORDS] = [2, 8] as const

/** Returns phrases of 2 to 8 words in the last answer, each once; none without an answer. */
export function readPhrases(text: string): string[] {
  const [, content = ''] = [...text.matchAll(ANSWER)].at(-1) ?? []
  const phrases = content
    .split(/[,\n]/)
    .map((part) => part.replace(NUMBER, '').replace(DRESS, '').replace(/\s+/g, ' '))
    .filter((phrase) => isOfLength(phrase))
  return [...new Map(phrases.map((phrase) => [phraseKey(phrase), phrase])).values()]
}

function isOfLength(phrase: string): boolean {
  const count = phrase === '' ? 0 : phrase.split(' ').length
  return count >= MIN_WORDS && count <= MAX_WORDS
}

/** Which known names a text or a question holds: the longest from the left, none inside another. */
import { type CanonicalWord, canonicalWords } from './canonical.ts'
import { capitalisedSpans, quotedSpans } from './capitalised.ts'
import { longestKnown, type NameDictionary } from './dictionary.ts'
import { genes } from './genes.ts'
import { quantities } from './quantities.ts'
import { species } from './species.ts'
import { isStopWord } from './stop-words.ts'

export interface FoundName {
  /** Canonical, as in the dictionary where `isKnown`. */
  readonly name: string
  /** UTF-16 offsets into the text. */
  readonly start: number
  readonly end: number
  readonly isKnown: boolean
}

export interface FindOptions {
  /**
   * `text`: a name needs a capital or a digit in front of one of its words (titles looked for in running text).
   * `question`: two words or more in any case, since people type in lower case. One word needs a capital there too: with
   * lower-case nouns as seeds the walk loses .16 R@5 on SciFact, .05 on musique-train (with chemicals, genes and species
   * alone .03 on SciFact). Measured on 162 and 100 questions with words as the walk's prior.
   */
  readonly mode: 'text' | 'question'
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** Names of `dictionary` in `text`, in reading order; a question also yields what looks like a name and is not known. */
export function findNames(text: string, dictionary: NameDictionary, options: FindOptions): FoundName[] {
  if (options.mode === 'text') return knownNames(text, dictionary, options)
  const found = knownNamesInQuestion(text, dictionary)
  return [...found, ...unknownNames(text, found)].sort(inReadingOrder)
}

/** What `findNames` yields for a question, without the names that are not known. */
export function knownNamesInQuestion(question: string, dictionary: NameDictionary): FoundName[] {
  const known = knownNames(question, dictionary, { mode: 'question' })
  return [...known, ...respelledNames(question, dictionary, known)].sort(inReadingOrder)
}

function inReadingOrder(one: FoundName, other: FoundName): number {
  return one.start - other.start || other.end - one.end
}

function knownNames(text: string, dictionary: NameDictionary, options: FindOptions): FoundName[] {
  const found: FoundName[] = []
  const words = canonicalWords(text)
  const accepts = (name: string, from: number, count: number) =>
    isAccepted(name, words.slice(from, from + count), options)
  for (let at = 0; at < words.length; ) {
    const hit = longestKnown(dictionary, words, at, accepts)
    const first = words[at]
    const last = words[at + (hit?.wordCount ?? 1) - 1]
    if (hit !== null && first !== undefined && last !== undefined)
      found.push({ name: hit.name, start: first.start, end: last.end, isKnown: true })
    at += hit?.wordCount ?? 1
  }
  return found
}

function isAccepted(name: string, words: readonly CanonicalWord[], options: FindOptions): boolean {
  const hasCapital = words.some((word) => word.isCapital)
  if (words.length === 1) return hasCapital && !isStopWord(name)
  return hasCapital || options.mode === 'question'
}

/** Names that the question spells in another way than any text: "IL-6" where they have "IL6", "12.50 µM" for "12.5 µM". */
function respelledNames(
  question: string,
  dictionary: NameDictionary,
  known: readonly FoundName[],
): FoundName[] {
  return [...genes(question), ...quantities(question), ...species(question, NO_NAMES)]
    .filter((span) => dictionary.has(span.name) && !known.some((name) => overlaps(name, span)))
    .map(({ name, start, end }) => ({ name, start, end, isKnown: true }))
}

function unknownNames(question: string, known: readonly FoundName[]): FoundName[] {
  const spans = [...capitalisedSpans(question), ...quotedSpans(question)]
  return spans
    .filter((span) => !known.some((name) => overlaps(name, span)))
    .map((span) => ({ ...span, isKnown: false }))
}

function overlaps(a: { start: number; end: number }, b: { start: number; end: number }): boolean {
  return a.start < b.end && b.start < a.end
}

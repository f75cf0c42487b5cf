/** Which known names a text or a question holds: the longest from the left, none inside another. */
import { type CanonicalWord, canonicalWords } from './canonical.ts'
import { capitalisedSpans, quotedSpans } from './capitalised.ts'
import { longestKnown, type NameDictionary } from './dictionary.ts'
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
   * alone .03 on SciFact).
   */
  readonly mode: 'text' | 'question'
}

/** Names of `dictionary` in `text`, in reading order; a question also yields what looks like a name and is not known. */
export function findNames(text: string, dictionary: NameDictionary, options: FindOptions): FoundName[] {
  const known = knownNames(text, dictionary, options)
  if (options.mode === 'text') return known
  return [...known, ...unknownNames(text, known)].sort((a, b) => a.start - b.start || b.end - a.end)
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

function unknownNames(question: string, known: readonly FoundName[]): FoundName[] {
  const spans = [...capitalisedSpans(question), ...quotedSpans(question)]
  return spans
    .filter((span) => !known.some((name) => name.start < span.end && span.start < name.end))
    .map((span) => ({ ...span, isKnown: false }))
}

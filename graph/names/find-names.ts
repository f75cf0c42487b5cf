/** Finds the known names in a question: the longest from the left, without overlaps. */
import { NAME_STOP_WORDS } from '../../core/index.ts'
import type { CanonicalWord } from './canonical.ts'
import { type KnownForms, longestKnown } from './dictionary.ts'
import { joinedSymbol } from './name-form.ts'
import { quantities } from './quantities.ts'

export interface FoundName {
  /** Name as in the dictionary. */
  readonly name: string
  /** UTF-16 offsets into the text. */
  readonly start: number
  readonly end: number
}

/** Returns the names of `dictionary` in a question, in reading order. `words` are those of the question. */
export function findNames(
  question: string,
  words: readonly CanonicalWord[],
  dictionary: KnownForms,
): FoundName[] {
  const known = knownNames(words, dictionary)
  const respelled = [...symbols(question, words), ...quantities(question)].filter(
    (span) => dictionary.has(span.name) && !known.some((name) => overlaps(name, span)),
  )
  const found = [...known, ...respelled.map(({ name, start, end }) => ({ name, start, end }))]
  return found.sort((one, other) => one.start - other.start || other.end - one.end)
}

function knownNames(words: readonly CanonicalWord[], dictionary: KnownForms): FoundName[] {
  const found: FoundName[] = []
  const accepts = (name: string, from: number, count: number) => count > 1 || isNamed(name, words[from]!)
  for (let at = 0; at < words.length; ) {
    const hit = longestKnown(dictionary, words, at, accepts)
    const count = hit?.wordCount ?? 1
    if (hit !== null)
      found.push({
        name: hit.name,
        start: words[at]!.start,
        end: words[at + count - 1]!.end,
      })
    at += count
  }
  return found
}

/**
 * Returns whether a known form counts as a name. One word needs a capital, two or more do not, since people type in lower case: with
 * lower-case nouns as seeds the walk loses .16 R@5 on SciFact, .05 on musique-train (with chemicals, genes and species alone .03 on
 * SciFact). Measured on 162 and 100 questions with words as the walk's prior.
 */
function isNamed(name: string, { isCapital }: CanonicalWord): boolean {
  return isCapital && !NAME_STOP_WORDS.has(name)
}

/**
 * Returns runs of up to four words that may be one symbol: "IL-6", "NF-κB". They find names that a question spells differently from any
 * text: "IL-6" if the texts have "IL6", just as `quantities` finds "12.50 µM" for "12.5 µM".
 */
function symbols(question: string, words: readonly CanonicalWord[]): FoundName[] {
  return words.flatMap(({ start }, at) =>
    [4, 3, 2].flatMap((count) => {
      const part = words.slice(at, at + count)
      const end = part.at(-1)!.end
      const name =
        part.length < count
          ? null
          : joinedSymbol(part.map(({ form }) => form).join(' '), question.slice(start, end))
      return name === null ? [] : [{ name, start, end }]
    }),
  )
}

function overlaps(a: { start: number; end: number }, b: { start: number; end: number }): boolean {
  return a.start < b.end && b.start < a.end
}

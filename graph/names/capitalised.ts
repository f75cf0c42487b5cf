/**
 * Finds names by their letters: runs of capitalised words. Source: `cap_spans` of the measured recipe. Offsets are UTF-16 into the text
 * given.
 */
import { NAME_STOP_WORDS } from '../../core/index.ts'
import { canonical } from './canonical.ts'

export interface NameSpan {
  readonly start: number
  readonly end: number
  readonly name: string
}

const CONNECTIVE = '(?:of|the|de|la|le|du|des|von|van|der|den|da|di|del|della|al|el|bin|ibn|y|&|for)'
const CAPITALISED = "\\p{Lu}[\\p{L}\\p{M}\\p{N}'’.\\-]*"
const RUN = new RegExp(
  `${CAPITALISED}(?:\\s+(?:${CONNECTIVE}\\s+){0,2}(?:${CAPITALISED}|\\p{N}+(?:(?!s\\b)\\p{Ll}{1,3}\\b)?))*`,
  'gu',
)
const WORD = /\S+/g
const END_MARKS = ".,'’-"
const IS_CONNECTIVE = new RegExp(`^${CONNECTIVE}$`, 'u')
const ONLY_DIGITS = /^\p{N}+$/u

/** Returns the runs of capitalised words within one sentence; function words at either end are cut. */
export function capitalisedSpans(sentence: string): NameSpan[] {
  const found: NameSpan[] = []
  for (const match of sentence.matchAll(RUN)) {
    const span = withoutFunctionWords(match[0], match.index)
    if (span !== null && span.name.length > 1 && isName(span.name)) found.push(span)
  }
  return found
}

/** Returns a title without its trailing "(…)", canonical; empty if nothing is left. */
export function titleName(title: string): string {
  return canonical(withoutTrailingBracket(title.trimEnd()))
}

function withoutTrailingBracket(title: string): string {
  if (!title.endsWith(')')) return title
  // The first bracket after the last closed one: what `\([^)]*\)$` matches.
  const from = title.indexOf('(', title.lastIndexOf(')', title.length - 2) + 1)
  return from < 0 ? title : title.slice(0, from)
}

function isName(name: string): boolean {
  return name !== '' && !ONLY_DIGITS.test(name) && !NAME_STOP_WORDS.has(name)
}

function withoutFunctionWords(run: string, at: number): NameSpan | null {
  const words = [...withoutEndMarks(run).matchAll(WORD)]
  let first = 0
  let last = words.length
  while (first < last && NAME_STOP_WORDS.has(canonical(words[first]![0]))) first++
  while (last > first && isFunctionWord(words[last - 1]![0])) last--
  if (first === last) return null
  const start = words[first]!.index
  const end = words[last - 1]!.index + words[last - 1]![0].length
  return { start: at + start, end: at + end, name: canonical(run.slice(start, end)) }
}

function isFunctionWord(word: string): boolean {
  return NAME_STOP_WORDS.has(canonical(word)) || IS_CONNECTIVE.test(word)
}

/** Removes marks at the end; a run begins with a letter. */
function withoutEndMarks(run: string): string {
  let end = run.length
  while (END_MARKS.includes(run.charAt(end - 1))) end--
  return run.slice(0, end)
}

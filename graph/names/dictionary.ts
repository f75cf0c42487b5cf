/**
 * The known names, for finding them in running text. Names can be added and removed. Memory: one set entry per name and one map entry per
 * distinct first word.
 */
import type { CanonicalWord } from './canonical.ts'

/** Longest name in words: the recipe searches names of up to nine. Longer ones may be added, but are never found in running text. */
export const MAX_NAME_WORDS = 9

export interface NameDictionary {
  /** Adds a canonical name; adding it again changes nothing. */
  add(name: string): void
  remove(name: string): void
  has(name: string): boolean
  /** Returns the number of words in the longest known name that starts with this canonical word; 0 if there is none. */
  longestFrom(firstWord: string): number
}

/** What linking a question needs from a dictionary. */
export type KnownForms = Pick<NameDictionary, 'has' | 'longestFrom'>

/** Returns for each first word of the names the number of words in the longest of them. */
export function longestByFirstWord(names: Iterable<string>): Map<string, number> {
  const longest = new Map<string, number>()
  for (const name of names) {
    const first = firstWordOf(name)
    longest.set(first, Math.max(longest.get(first) ?? 0, Math.min(wordCount(name), MAX_NAME_WORDS)))
  }
  return longest
}

export function createNameDictionary(): NameDictionary {
  const known = new Set<string>()
  const starts = new Map<string, { count: number; longest: number }>()
  return {
    add(name) {
      if (name === '' || known.has(name)) return
      known.add(name)
      const first = firstWordOf(name)
      const longest = Math.min(wordCount(name), MAX_NAME_WORDS)
      const start = starts.get(first)
      if (start === undefined) starts.set(first, { count: 1, longest })
      else {
        start.count++
        start.longest = Math.max(start.longest, longest)
      }
    },
    remove(name) {
      if (!known.delete(name)) return
      const start = starts.get(firstWordOf(name))
      // `longest` remains an upper bound: it may cost a look-up, but never gives a wrong answer.
      if (start !== undefined && --start.count === 0) starts.delete(firstWordOf(name))
    },
    has: (name) => known.has(name),
    longestFrom: (firstWord) => starts.get(firstWord)?.longest ?? 0,
  }
}

/** Returns the longest known name that starts at word `at` and is accepted, or null. */
export function longestKnown(
  dictionary: KnownForms,
  words: readonly CanonicalWord[],
  at: number,
  accepts: (name: string, from: number, wordCount: number) => boolean,
): { name: string; wordCount: number } | null {
  const first = words[at]
  if (first === undefined) return null
  const most = Math.min(dictionary.longestFrom(firstWordOf(first.form)), words.length - at)
  let form = first.form
  let found: { name: string; wordCount: number } | null = null
  for (let count = 1; count <= most; count++) {
    if (count > 1) form += ` ${words[at + count - 1]!.form}`
    if (dictionary.has(form) && accepts(form, at, count)) found = { name: form, wordCount: count }
  }
  return found
}

function firstWordOf(name: string): string {
  const space = name.indexOf(' ')
  return space < 0 ? name : name.slice(0, space)
}

function wordCount(name: string): number {
  let count = 1
  for (let at = name.indexOf(' '); at >= 0; at = name.indexOf(' ', at + 1)) count++
  return count
}

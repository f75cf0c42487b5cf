/** Finds where a draft cites entries of its own list, and what it cites that the list lacks. */
import { inTextCitations, type ReferenceEntry } from '../../references/index.ts'

export interface CitedPlace {
  /** UTF-16 offsets in the draft. */
  readonly start: number
  readonly end: number
  /** Numbers of entries or, without numbers, their positions from 1; for a work that is not in the list, its name in the draft. */
  readonly keys: readonly string[]
}

const BRACKETS = /\(([^()]{4,400})\)|\[([\d\s,;–-]+)\]/gu
const NUMBERS = /^[1-9]\d{0,2}(?:\s?[,;]\s?\d{1,3})*$/u
const NAME = String.raw`\p{Lu}[\p{L}’'-]+`
/** "Smith, 1999", "see Smith and Jones, 1999", "Smith et al. 1999a". */
const NAMED = new RegExp(
  String.raw`^(?:see |e\.g\.,? |cf\. )*(${NAME}(?:,? et al\.?,?|(?:,? (?:and|&) ${NAME})?,) (?:1[6-9]|20)\d\d[a-z]?)$`,
  'u',
)

/** Returns the places in reading order; empty if the list has no entries. */
export function citedPlaces(text: string, entries: readonly ReferenceEntry[]): CitedPlace[] {
  if (entries.length === 0) return []
  const known = inTextCitations(text, text.length, entries)
  const isNumbered = entries.some(({ number }) => number !== null)
  const unlisted = [...text.matchAll(BRACKETS)].flatMap(
    ({ 0: whole, 1: words = '', 2: numbers = '', index }) => {
      const keys = isNumbered ? numbersWithout(numbers, entries) : namesWithout(words, entries)
      return keys.length === 0 ? [] : [{ start: index, end: index + whole.length, keys }]
    },
  )
  const places = known.map(({ start, end, entries: of }) => ({
    start,
    end,
    keys: [
      ...of.map((place) => String(entries[place]!.number ?? place + 1)),
      ...unlisted.filter((one) => isWithin(one, { start, end })).flatMap(({ keys }) => keys),
    ],
  }))
  const apart = unlisted.filter((one) => !known.some((place) => isWithin(one, place)))
  return [...places, ...apart].toSorted((a, b) => a.start - b.start)
}

function isWithin(one: Omit<CitedPlace, 'keys'>, other: Omit<CitedPlace, 'keys'>): boolean {
  return one.start >= other.start && one.end <= other.end
}

/** Returns all numbers of a bracket, since one that is not in the list keeps the others from being read. */
function numbersWithout(numbers: string, entries: readonly ReferenceEntry[]): string[] {
  if (!NUMBERS.test(numbers)) return []
  const all = numbers.split(/\s?[,;]\s?/)
  const isListed = (one: string) => entries.some(({ number }) => number === Number(one))
  return all.every(isListed) ? [] : all
}

function namesWithout(words: string, entries: readonly ReferenceEntry[]): string[] {
  return words.split(/;\s*/).flatMap((part) => {
    const named = NAMED.exec(part.trim())?.[1]
    if (named === undefined) return []
    return inTextCitations(`(${part})`, part.length + 2, entries).length > 0 ? [] : [named]
  })
}

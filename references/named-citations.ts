/** Finds where a text names authors and a year: "(Smith et al., 2010; 2011a, b)", "Smith (2010)", "Smith et al.’s 2010 review". */
import type { ReferenceEntry } from './read-list.ts'
import { plainWords, yearIn } from './work-keys.ts'

export interface InTextCitation {
  /** UTF-16 offsets in the paper's text. */
  readonly start: number
  readonly end: number
  /** Indexes into the list, from 0. */
  readonly entries: readonly number[]
}

const YEAR = String.raw`(?:1[6-9]|20)\d\d`
const INSIDE = (marks: string) => String.raw`([^${marks}]{0,400}?\b${YEAR}[a-z]?\b[^${marks}]{0,400}?)`
const IN_BRACKETS = new RegExp(String.raw`\(${INSIDE('()')}\)|\[${INSIDE(String.raw`[\]`)}\]`, 'gu')
const NAME = String.raw`\p{Lu}[\p{L}’'-]+`
const SEVERAL = String.raw`(?:(?:${NAME},\s+){0,6}${NAME},?\s+(?:and|&)\s+${NAME}|${NAME},?\s+et al\.?)`
const OWN = `(?:['’]s)?,?`
const BEFORE_BRACKETS = new RegExp(String.raw`(${SEVERAL}|${NAME}?)${OWN}\s*$`, 'u')
const WITHOUT_BRACKETS = new RegExp(String.raw`(?<![\p{L}’'-])${SEVERAL}${OWN}\s+${YEAR}[a-z]?\b`, 'gu')
const BEGINS_WITH_YEAR = new RegExp(String.raw`^\s*${YEAR}`)
const NAMES = new RegExp(NAME, 'gu')
/** "2010", "2010a", "2010a, b". */
const YEAR_LETTERS = new RegExp(String.raw`\b(${YEAR})([a-z](?:\s?(?:,|&|and)\s?[a-z]\b)*)?\b`, 'gu')
const OF_SEVERAL = 3

/** Returns the citations in reading order. */
export function namedCitations(text: string, entries: readonly ReferenceEntry[]): InTextCitation[] {
  const byYear = entriesByYear(entries)
  const within = [...text.matchAll(IN_BRACKETS)].flatMap((match) => inBrackets(text, match, byYear))
  const without = [...text.matchAll(WITHOUT_BRACKETS)].flatMap(({ 0: whole, index }) =>
    placeOf(whole, index, index + whole.length, byYear),
  )
  const apart = without.filter(({ start, end }) =>
    within.every((place) => place.end <= start || place.start >= end),
  )
  return [...within, ...apart].toSorted((a, b) => a.start - b.start)
}

type EntriesByYear = ReadonlyMap<number, readonly DatedEntry[]>

interface DatedEntry {
  readonly at: number
  readonly letter: string
  /** Words of the first author's name, and of all names, in plain letters. */
  readonly first: readonly string[]
  readonly names: readonly string[]
  readonly authors: number
}

function inBrackets(text: string, match: RegExpExecArray, byYear: EntriesByYear): InTextCitation[] {
  const { 0: whole, index } = match
  const end = index + whole.length
  const inside = whole.slice(1, -1)
  const before = BEFORE_BRACKETS.exec(text.slice(Math.max(0, index - 120), index))
  if (before?.[1] && BEGINS_WITH_YEAR.test(inside))
    return placeOf(`${before[1]} ${inside}`, index - before[0].length, end, byYear)
  return placeOf(inside, index, end, byYear)
}

function placeOf(named: string, start: number, end: number, byYear: EntriesByYear): InTextCitation[] {
  const found = new Set<number>()
  let behind = 0
  let names = ''
  for (const { 0: whole, 1: year, 2: letters = '', index } of named.matchAll(YEAR_LETTERS)) {
    const between = named.slice(behind, index)
    // "Smith, 2010; 2011" names Smith once.
    if (/\p{L}/u.test(between)) names = between
    behind = index + whole.length
    for (const letter of letters.match(/\b[a-z]\b|^[a-z]/g) ?? ['']) {
      const entry = entryOf(names, letter, byYear.get(Number(year)) ?? [])
      if (entry !== null) found.add(entry.at)
    }
  }
  return found.size === 0 ? [] : [{ start, end, entries: [...found] }]
}

/** Returns the entry whose first author is named; of several the one with all the names, and as many authors as the text gives. */
function entryOf(text: string, letter: string, ofYear: readonly DatedEntry[]): DatedEntry | null {
  const named = text.match(NAMES) ?? []
  const words = named.flatMap((name) => wordsOf(name))
  if (words.length === 0) return null
  const authors = /\bet al\b/.test(text) ? OF_SEVERAL : Math.min(named.length, OF_SEVERAL)
  const distance = (entry: DatedEntry) =>
    (words.every((word) => entry.names.includes(word)) ? 0 : OF_SEVERAL) +
    Math.abs(Math.min(entry.authors, OF_SEVERAL) - authors)
  const [best] = ofYear
    .filter((entry) => letter === '' || entry.letter === '' || entry.letter === letter)
    .filter(({ first }) => words.some((word) => first.includes(word)))
    .toSorted((a, b) => distance(a) - distance(b))
  return best ?? null
}

function entriesByYear(entries: readonly ReferenceEntry[]): EntriesByYear {
  const dated = entries.flatMap(({ raw, fields }, at) => {
    const date = fields.date ?? ''
    const year = yearIn(date) ?? yearIn(raw)
    if (year === null) return []
    const letter = /\d{4}([a-z])\b/.exec(date)?.[1] ?? new RegExp(`${year}([a-z])\\b`).exec(raw)?.[1] ?? ''
    const authors = (fields.author ?? raw.slice(0, 80)).split(/[,;&(]|\band\b|\bet al\b/u)
    const people = authors.map(wordsOf).filter((words) => words.length > 0)
    return [{ year, at, letter, first: people[0] ?? [], names: people.flat(), authors: people.length }]
  })
  return Map.groupBy(dated, ({ year }) => year)
}

/** Returns the words of a name without initials. */
function wordsOf(name: string): string[] {
  return plainWords(name)
    .split(' ')
    .filter((word) => word.length > 1)
}

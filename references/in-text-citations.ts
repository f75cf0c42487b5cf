/** Where does the text point into the paper's list? "[3, 5-7]", raised numbers, "(12)", "(Smith et al., 2010)", "Smith and Jones (2010)". */
import type { ReferenceEntry } from './read-list.ts'
import { plainWords, yearIn } from './work-keys.ts'

export interface InTextCitation {
  /** UTF-16 offsets in the paper's text. */
  readonly start: number
  readonly end: number
  /** Places in the list, from 0. */
  readonly entries: readonly number[]
}

const NUMBERS = String.raw`\d{1,4}(?:\s?[,;–—-]\s?\d{1,4})*`
const BRACKETED = new RegExp(
  String.raw`(?<!\b(?:CI|CrI|interval|range|IQR|between)[\s:,=]*)\[(${NUMBERS})\]`,
  'gu',
)
const ROUND = new RegExp(String.raw`(?<=[\p{L}\p{N}%)]\s)\((${NUMBERS})\)`, 'gu')
const RAISED = /(?<=\p{L}{2}|[.,;:)\]”"’])[⁰¹²³⁴-⁹]+(?:\s?[,–⁻-]\s?[⁰¹²³⁴-⁹]+)*/gu
const BEHIND_A_MARK =
  /(?<=\p{Ll}{3}[)\]"”’]?[.,]["”’)]?)(?<!\b(?:[Ff]igs?|[Ee]qs?|[Rr]efs?|[Nn]os?|[Tt]able?|[Ss]ecs?|[Vv]ol|approx)\.)([1-9]\d{0,2}(?:[,–-][1-9]\d{0,2})*)(?=\s|$)/gu
const RAISED_DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
/** A style of pointing is the paper's where it names this share of the list. */
const LEAST_SHARE = 0.2
const MOST_IN_A_RANGE = 60
const YEARS = /\(([^()]{0,400}?\b(?:1[6-9]|20)\d\d[a-z]?[^()]{0,400}?)\)/gu
const NARRATIVE = /(\p{Lu}[\p{L}’'-]+(?:\s+(?:and|&)\s+\p{Lu}[\p{L}’'-]+|\s+et al\.?,?)?)(?:['’]s)?\s*$/u
const NAME = /\p{Lu}[\p{L}’'-]+/u
const YEAR_LETTER = /\b((?:1[6-9]|20)\d\d)([a-z])?\b/gu

/** Returns the places in reading order. `text` is the paper's up to its list. */
export function inTextCitations(text: string, entries: readonly ReferenceEntry[]): InTextCitation[] {
  if (entries.length === 0) return []
  return entries.every(({ number }) => number === null) ? byName(text, entries) : byNumber(text, entries)
}

function byNumber(text: string, entries: readonly ReferenceEntry[]): InTextCitation[] {
  const places = new Map(
    entries.flatMap(({ number }, at) => (number === null ? [] : [[number, at] as const])),
  )
  const styles = [[BRACKETED], [RAISED, BEHIND_A_MARK], [ROUND]].map((patterns) =>
    patterns.flatMap((pattern) => [...text.matchAll(pattern)].flatMap((match) => pointing(match, places))),
  )
  const share = (found: readonly InTextCitation[]) =>
    new Set(found.flatMap((each) => each.entries)).size / entries.length
  const style = styles.find((found) => share(found) >= LEAST_SHARE)
  return (style ?? []).toSorted((a, b) => a.start - b.start)
}

/** Nothing where a number is not in the list: it says something else. */
function pointing(match: RegExpExecArray, places: ReadonlyMap<number, number>): InTextCitation[] {
  const [whole, inner = whole] = match
  const plain = inner
    .replace(/[⁰¹²³⁴-⁹]/gu, (digit) => String(RAISED_DIGITS.indexOf(digit)))
    .replaceAll('⁻', '-')
  const entries: number[] = []
  for (const part of plain.split(/[,;]/)) {
    const [from = 0, to = from] = part.split(/[–—-]/).map(Number)
    if (to < from || to - from > MOST_IN_A_RANGE) return []
    for (let number = from; number <= to; number++) {
      const place = places.get(number)
      if (place === undefined) return []
      entries.push(place)
    }
  }
  return [{ start: match.index, end: match.index + whole.length, entries }]
}

function byName(text: string, entries: readonly ReferenceEntry[]): InTextCitation[] {
  const byYear = entriesByYear(entries)
  return [...text.matchAll(YEARS)].flatMap((match): InTextCitation[] => {
    const [whole, inside = ''] = match
    const before = NARRATIVE.exec(text.slice(Math.max(0, match.index - 80), match.index))
    const isNarrative = before !== null && /^\s*(?:1[6-9]|20)\d\d/.test(inside)
    const pieces = isNarrative ? [`${before[1]} ${inside}`] : inside.split(';')
    const found = pieces.flatMap((piece) => named(piece, byYear))
    if (found.length === 0) return []
    const start = isNarrative ? match.index - (before?.[0].length ?? 0) : match.index
    return [{ start, end: match.index + whole.length, entries: [...new Set(found)] }]
  })
}

interface DatedEntry {
  readonly at: number
  readonly letter: string
  /** Names of authors in plain letters, in their order. */
  readonly names: readonly string[]
}

function entriesByYear(entries: readonly ReferenceEntry[]): Map<number, DatedEntry[]> {
  const byYear = new Map<number, DatedEntry[]>()
  for (const [at, { raw, fields }] of entries.entries()) {
    const date = fields.date ?? ''
    const year = yearIn(date) ?? yearIn(raw)
    if (year === null) continue
    const letter = /\d{4}([a-z])\b/.exec(date)?.[1] ?? new RegExp(`${year}([a-z])\\b`).exec(raw)?.[1] ?? ''
    const authors = plainWords(fields.author ?? raw.slice(0, 80))
    const names = authors.split(' ').filter((name) => name.length > 1)
    byYear.set(year, [...(byYear.get(year) ?? []), { at, letter, names }])
  }
  return byYear
}

/** "see Smith et al., 2010a, b" -> the entries of that first author and these years. */
function named(piece: string, byYear: ReadonlyMap<number, readonly DatedEntry[]>): number[] {
  const years = [...piece.matchAll(YEAR_LETTER)]
  const [first] = years
  if (first === undefined) return []
  const names = piece.slice(0, first.index).match(new RegExp(NAME, 'gu'))?.map(plainWords) ?? []
  const wanted = names.filter((name) => name.length > 1)
  if (wanted.length === 0) return []
  return years.flatMap(([, year, letter = '']) => {
    const sameYear = byYear.get(Number(year)) ?? []
    const candidates = sameYear.filter(
      (entry) =>
        (letter === '' || entry.letter === '' || entry.letter === letter) &&
        wanted.some((name) => entry.names.slice(0, 4).includes(name)),
    )
    const best =
      candidates.find((entry) => wanted.every((name) => entry.names.includes(name))) ?? candidates[0]
    return best === undefined ? [] : [best.at]
  })
}

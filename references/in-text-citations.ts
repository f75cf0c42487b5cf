/** Finds where a text cites the paper's list: "[3, 5-7]", superscripts, "(12)", "(Smith et al., 2010)", "Smith and Jones (2010)". */
import { type InTextCitation, namedCitations } from './named-citations.ts'
import type { ReferenceEntry } from './read-list.ts'
import { hasListHeading } from './reference-list.ts'

const DASH = '–—‐‑−-'
const NUMBERS = String.raw`\d{1,4}(?:\s?[,;${DASH}]\s?\d{1,4})*`
/** Does not match two numbers after "range", which are its ends. */
const BRACKETED = new RegExp(
  String.raw`(?<!\b(?:CI|CrI|interval|range|IQR|between)[\s:,=]*(?=\[\d+\D+\d+\]))\[(${NUMBERS})\]`,
  'gu',
)
const ROUND = new RegExp(String.raw`(?<=[\p{L}\p{N}%)]\s|\bet al\.\s|\p{L}{3}[.,]?)\((${NUMBERS})\)`, 'gu')
const RAISED = /(?<=\p{L}{2}|[.,;:%)\]”"’])[⁰¹²³⁴-⁹]+(?:(?:\s?[,–⁻-]\s?| )[⁰¹²³⁴-⁹]+)*/gu
const BEHIND_A_MARK =
  /(?<=\p{Ll}{3}[)\]"”’]?[.,]["”’)]?)(?<!\b(?:[Ff]igs?|[Ee]qs?|[Rr]efs?|[Nn]os?|[Tt]able?|[Ss]ecs?|[Vv]ol|approx)\.)([1-9]\d{0,2}(?:[,–-][1-9]\d{0,2})*)(?=\s|$)/gu
/** Masks the list itself while the text is searched. */
const HIDDEN = '|'
const RAISED_DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
/** A citation style is the paper's own if it cites at least this share of the list. */
const MIN_SHARE = 0.2
const MAX_RANGE_NUMBERS = 60
const SPAN = new RegExp(`[${DASH}]`, 'u')
/** The second author's given and family names, between the superscripts of two authors. */
const FULL_NAME =
  /^[,;*†‡§\s]*(?:(?:and|&)\s+)?\p{Lu}[\p{L}.’'-]*(?:\s+(?:\p{Lu}[\p{L}.’'-]*|d[aeiou]|de[lr]|v[ao]n)){1,4},?$/u

/** Returns the citations in reading order: in the text before the list, which begins at `bodyEnd`, and in tables and legends after it. */
export function inTextCitations(
  text: string,
  bodyEnd: number,
  entries: readonly ReferenceEntry[],
): InTextCitation[] {
  if (entries.length === 0) return []
  const listEnd = entries.reduce((latest, { end }) => Math.max(latest, end), bodyEnd)
  const behind = text.slice(listEnd)
  // A supplement or another article cites its own list.
  const rest = hasListHeading(behind) ? '' : behind
  const outside = text.slice(0, bodyEnd) + HIDDEN.repeat(listEnd - bodyEnd) + rest
  return entries.every(({ number }) => number === null)
    ? namedCitations(outside, entries)
    : byNumber(outside, entries)
}

function byNumber(text: string, entries: readonly ReferenceEntry[]): InTextCitation[] {
  const places = new Map(
    entries.flatMap(({ number }, at) => (number === null ? [] : [[number, at] as const])),
  )
  const found = (...patterns: readonly RegExp[]) =>
    patterns
      .flatMap((pattern) => [...text.matchAll(pattern)].flatMap((match) => numberedCitation(match, places)))
      .toSorted((a, b) => a.start - b.start)
  const share = (pointed: readonly InTextCitation[]) =>
    new Set(pointed.flatMap((each) => each.entries)).size / entries.length
  const raised = found(RAISED, BEHIND_A_MARK)
  const outsideBylines = raised.filter((_, at) => !isInByline(text, raised, at))
  // Brackets also enclose indices of formulas, and parentheses the numbers of equations.
  const styles = [found(BRACKETED), outsideBylines].toSorted((a, b) => share(b) - share(a))
  return [...styles, found(ROUND)].find((pointed) => share(pointed) >= MIN_SHARE) ?? []
}

/** Returns whether a superscript is the number of an author's address. */
function isInByline(text: string, places: readonly InTextCitation[], at: number): boolean {
  const isName = (one: InTextCitation | undefined, next: InTextCitation | undefined) =>
    one !== undefined && next !== undefined && FULL_NAME.test(text.slice(one.end, next.start))
  return isName(places[at - 1], places[at]) || isName(places[at], places[at + 1])
}

/** Returns nothing if a number is not in the list, because it then means something else. */
function numberedCitation(match: RegExpExecArray, places: ReadonlyMap<number, number>): InTextCitation[] {
  const [whole, inner = whole] = match
  const plain = inner
    .replace(/[⁰¹²³⁴-⁹]/gu, (digit) => String(RAISED_DIGITS.indexOf(digit)))
    .replaceAll('⁻', '-')
  const entries: number[] = []
  for (const part of plain.split(/\s?[,;]\s?|(?<=\d) (?=\d)/)) {
    const [from = 0, to = from] = part.split(SPAN).map(Number)
    if (to < from || to - from > MAX_RANGE_NUMBERS) return []
    for (let number = from; number <= to; number++) {
      const place = places.get(number)
      if (place === undefined) return []
      entries.push(place)
    }
  }
  return [{ start: match.index, end: match.index + whole.length, entries }]
}

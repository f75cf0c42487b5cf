/** Finds the year of publication in the citation line and the notices around the text, never in the text or the references. */
import type { OwnCitation } from './citation-line.ts'
import { yearOfDate } from './dates.ts'
import type { Notices } from './notices.ts'

/** Evidence that gave the year, on which its confidence depends. */
export type YearRule =
  | 'citation'
  | 'stamp'
  | 'volume'
  | 'published'
  | 'copyright'
  | 'received'
  | 'dated'
  | 'none'

/** Notices, with the lines below the title in `dates`. */
type Dated = Notices & { readonly dates: readonly string[] }

export interface Year {
  readonly year: number | null
  readonly rule: YearRule
}

const FIRST_YEAR = 1900
const YEAR = String.raw`((?:19|20)\d\d)`
const ANY_YEAR = new RegExp(YEAR)
const MONTH = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`

/** Rules in order of trust. Each has the year in its first group. */
const RULES: readonly { readonly rule: YearRule; readonly form: RegExp }[] = (
  [
    // "BMC Psychiatry 2014, 14:1", "J Hydrol 310 (2005) 253–265", "2010;86:272", "(2014), 26:1, 147-154"
    [
      'volume',
      String.raw`\p{L}\.?[^.\n]{0,80}?\b${YEAR}\s*[,;]\s*(?:vol\.?\s*)?\d{1,4}\s*(?:\(\d+\))?\s*[:,]`,
    ],
    ['volume', String.raw`\b\d{1,4}\s*(?:\(\d+\))?\s*\(${YEAR}\)\s*,?\s*(?:pp?\.?\s*)?[a-z]?\d`],
    ['volume', String.raw`\(${YEAR}\)[,.]?\s+\d{1,4}\s*(?:\(\d+\))?\s*[:,]`],
    [
      'volume',
      String.raw`\b\d{1,4}\s*(?:\(\d+\))?\s*:\s*[a-z]?\d+\s*[–-]\s*[a-z]?\d+[,.]?\s*\(?(?:${MONTH}\s+)?${YEAR}\b`,
    ],
    ['volume', String.raw`\b(?:volume|vol\.?)\s*:?\s*\d+[^\n]{0,40}?\b${YEAR}\b`],
    [
      'copyright',
      String.raw`(?:©|\(c\)|copyright|\bq)\s*(?:©|\(c\))?\s*(?:the authors?(?:\(s\))?[,.]?\s*)?${YEAR}\b`,
    ],
    ['copyright', String.raw`(?:©|copyright)[^\n\d]{1,60}?\b${YEAR}\b`],
    [
      'published',
      String.raw`(?:published|posted|publication date|first published|available online|online)[^\n\d]{0,40}(?:\d{1,2}\w{0,2}\s+)?(?:${MONTH}\s+)?(?:\d{1,2},?\s+)?${YEAR}\b`,
    ],
    ['received', String.raw`accepted[^\n]{0,40}?\b${YEAR}\b`],
    ['received', String.raw`(?:revised|received|submitted)[^\n]{0,40}?\b${YEAR}\b`],
    ['dated', String.raw`(?:dated?|generated|version)[^\n]{0,40}?\b${YEAR}\b`],
    [
      'dated',
      String.raw`(?:\b|\p{Ll})(?:\d{1,2}\s+)?${MONTH}\s*(?:\d{1,2}(?:st|nd|rd|th)?,?\s*)?\b${YEAR}\b`,
    ],
    ['dated', String.raw`\b${YEAR}[-/](?:0[1-9]|1[0-2])[-/](?:0[1-9]|[12]\d|3[01])\b`],
    ['dated', String.raw`^[^\p{L}\d]*${YEAR}[^\p{L}\d]*$`],
  ] as const
).map(([rule, form]) => ({ rule, form: new RegExp(form, 'imu') }))
// Years as lists of references print them: "(2004)", "2004;", ", 2004."; page ranges look different.
const CITED_YEAR = /(?:\(|[.,]\s)((?:19|20)\d\d)[a-z]?(?=[);:.,])/g
// One or two later years may be misread, in press, or dates of access. Chosen, not measured.
const MIN_LATER_YEARS = 3
const MIN_LATER_SHARE = 0.08
const STAMP = new RegExp(String.raw`arxiv:\S+.{0,30}?\b\d{1,2}\s+${MONTH}\s+${YEAR}`, 'iu')
// arXiv numbers begin with year and month: 2203.00274, hep-ph/9412269. https://info.arxiv.org/help/arxiv_identifier.html
const NEW_NUMBER = /arxiv:\s*(\d\d)(?:0[1-9]|1[0-2])\.\d{4,5}/i
const OLD_NUMBER =
  /\b(?:astro-ph|cond-mat|gr-qc|hep-(?:ex|lat|ph|th)|math(?:-ph)?|nucl-(?:ex|th)|physics|quant-ph|cs|q-bio)(?:\.[A-Z]{2})?\/(\d\d)(?:0[1-9]|1[0-2])\d{3}\b/
const FIRST_ARXIV_YEAR = 91

/**
 * Finds the year; `latest` is the latest possible. A year earlier than those of the cited works belongs to something else: an earlier paper
 * whose citation is quoted, a founding, a catalogue. Then the next evidence counts.
 */
export function yearOf(
  notices: Dated,
  citation: OwnCitation | null,
  references: string,
  latest: number,
): Year {
  const cited = citedYears(references, latest)
  for (const found of evidence(notices, citation, latest))
    if (!isContradicted(found.year, cited)) return found
  return { year: null, rule: 'none' }
}

/** Yields evidence in order of trust. */
function* evidence(
  notices: Dated,
  citation: OwnCitation | null,
  latest: number,
): Iterable<{ readonly year: number; readonly rule: YearRule }> {
  const margins = notices.margins.join('\n')
  const said = `${margins}\n${notices.short.join('\n')}`
  const stamped = yearIn(STAMP, margins, latest) ?? arxivYear(said, latest)
  if (stamped !== null) yield { year: stamped, rule: 'stamp' }
  if (citation !== null && citation.year !== null) yield { year: citation.year, rule: 'citation' }
  for (const year of notices.dates.map(yearOfDate))
    if (year !== null && year <= latest) yield { year, rule: 'dated' }
  if (!ANY_YEAR.test(said)) return
  for (const { rule, form } of RULES) {
    const year = yearIn(form, said, latest)
    if (year !== null) yield { year, rule }
  }
}

function citedYears(references: string, latest: number): number[] {
  return [...references.matchAll(CITED_YEAR)].map(([, year]) => Number(year)).filter((year) => year <= latest)
}

function isContradicted(year: number, cited: readonly number[]): boolean {
  const later = cited.filter((one) => one > year).length
  return later >= MIN_LATER_YEARS && later >= cited.length * MIN_LATER_SHARE
}

function yearIn(rule: RegExp, text: string, latest: number): number | null {
  const year = Number(rule.exec(text)?.[1] ?? 0)
  return year >= FIRST_YEAR && year <= latest ? year : null
}

function arxivYear(text: string, latest: number): number | null {
  const digits = NEW_NUMBER.exec(text)?.[1] ?? OLD_NUMBER.exec(text)?.[1]
  if (digits === undefined) return null
  const short = Number(digits)
  const year = short >= FIRST_ARXIV_YEAR ? 1900 + short : 2000 + short
  return year <= latest ? year : null
}

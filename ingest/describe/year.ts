/** When was the paper published? From notices and the citation line of the first pages, never from the references. */
import type { Front } from './blocks.ts'

const FIRST_YEAR = 1900
const HEAD_CHARACTERS = 12_000
const YEAR = String.raw`((?:19|20)\d\d)`
const MONTH = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`

/** In the order of trust. Each has the year in its first group. */
const RULES: readonly RegExp[] = [
  // "BMC Psychiatry 2014, 14:1", "J Hydrol 310 (2005) 253–265", "2010;86:272", "(2014), 26:1, 147-154"
  new RegExp(
    String.raw`\p{L}[^.\n]{0,80}?\b${YEAR}\s*[,;]\s*(?:vol\.?\s*)?\d{1,4}\s*(?:\(\d+\))?\s*[:,]`,
    'iu',
  ),
  new RegExp(String.raw`\b\d{1,4}\s*(?:\(\d+\))?\s*\(${YEAR}\)\s*,?\s*(?:pp?\.?\s*)?[a-z]?\d`, 'iu'),
  new RegExp(String.raw`\(${YEAR}\)[,.]?\s+\d{1,4}\s*(?:\(\d+\))?\s*[:,]`, 'u'),
  new RegExp(String.raw`\b(?:volume|vol\.)\s*\d+[^\n]{0,40}?\b${YEAR}\b`, 'iu'),
  new RegExp(
    String.raw`(?:published|publication date|first published|available online|online)[^\n\d]{0,40}(?:\d{1,2}\w{0,2}\s+)?(?:${MONTH}\s+)?(?:\d{1,2},?\s+)?${YEAR}\b`,
    'iu',
  ),
  new RegExp(String.raw`(?:©|\(c\)|copyright|\bq)\s*(?:©|\(c\))?\s*(?:the authors?,?\s*)?${YEAR}\b`, 'iu'),
  new RegExp(String.raw`accepted[^\n]{0,40}?\b${YEAR}\b`, 'iu'),
  new RegExp(String.raw`(?:revised|received|submitted|dated?)[^\n]{0,40}?\b${YEAR}\b`, 'iu'),
  new RegExp(String.raw`\b(?:\d{1,2}\s+)?${MONTH}\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?${YEAR}\b`, 'iu'),
  new RegExp(String.raw`\b${YEAR}[-/](?:0[1-9]|1[0-2])[-/](?:0[1-9]|[12]\d|3[01])\b`, 'u'),
]
const STAMP = new RegExp(String.raw`arxiv:\S+.{0,30}?\b\d{1,2}\s+${MONTH}\s+${YEAR}`, 'iu')
// arXiv numbers begin with year and month: 2203.00274, hep-ph/9412269. https://info.arxiv.org/help/arxiv_identifier.html
const NEW_NUMBER = /arxiv:\s*(\d\d)(?:0[1-9]|1[0-2])\.\d{4,5}/i
const OLD_NUMBER =
  /\b(?:astro-ph|cond-mat|gr-qc|hep-(?:ex|lat|ph|th)|math(?:-ph)?|nucl-(?:ex|th)|physics|quant-ph|cs|q-bio)(?:\.[A-Z]{2})?\/(\d\d)(?:0[1-9]|1[0-2])\d{3}\b/
const FIRST_ARXIV_YEAR = 91

/** `latest` is the last year that a paper can be of. */
export function yearOf(front: Front, latest: number): number | null {
  const margins = front.margins.join('\n')
  const head = front.text.slice(0, Math.min(front.secondPageEnd, HEAD_CHARACTERS))
  const first = front.text.slice(0, Math.min(front.firstPageEnd, HEAD_CHARACTERS))
  const stamped = yearIn(STAMP, margins, latest) ?? arxivYear(`${margins}\n${first}`, latest)
  return stamped ?? byRules(`${margins}\n${first}`, latest) ?? byRules(head, latest)
}

function byRules(text: string, latest: number): number | null {
  for (const rule of RULES) {
    const year = yearIn(rule, text, latest)
    if (year !== null) return year
  }
  return null
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

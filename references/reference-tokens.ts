/** Cuts a reference into tokens: words, numbers, single marks. Identifiers and addresses stay whole, even with spaces from a PDF. */

export type Identifier = 'doi' | 'arxiv' | 'url' | 'record'

export interface ReferenceToken {
  readonly text: string
  /** What the token is by its form alone; null for words, numbers and marks. `record` is a number of PubMed, MathSciNet, ISSN or ISBN. */
  readonly identifier: Identifier | null
  /** UTF-16 offsets in the reference. */
  readonly start: number
  readonly end: number
  /** Whether white space precedes the token. */
  readonly isApart: boolean
}

/** An identifier does not end with one of these. */
const LAST = String.raw`[^\s<>"[\].,;:)}]`
const DOI_END = String.raw`(?!URL|https?|PMID|,\s?arXiv)`
const TOKEN = new RegExp(
  [
    String.raw`(?<url>(?:https?\s?:\s?\/\s?\/|www\s?\.)\s?(?:[^\s<>"]|(?<=[\/=_-])\s(?=[a-z\d%])|\s(?=[\/.=?_]\S))*${LAST})`,
    String.raw`(?<doi>(?<!\d)10\s?\.\s?(?:\d{4,9}|(?<=[dD][oO][iI]\W{0,3}10\s?\.\s?)\d{2,3}\s\d{1,3})\s?\/\s?(?:${DOI_END}(?:[^\s<>"[\]]|(?<=[\/-])\s(?=\w)|(?<=\p{L}\.)\s(?=\d{4}\.\d)|\s(?=\/)))*${DOI_END}${LAST})`,
    String.raw`(?<arxiv>(?<!\p{L})[aA][rR][xX][iI][vV]\s?(?:\.\s?org)?\s?[:;,]?\s?(?:abs\s?\/\s?)?(?:[a-z]{2,8}(?:\s?-\s?[a-z]{2,3})?(?:\.[A-Z]{2})?\s?\/\s?(?:\d{7}|\d{4}\.\d{4,5})|\d{4}\s?\.\s?\d{4,5})(?!\d)(?:v\d+)?|(?<!\p{L})[a-z]{2,8}(?:\s?-\s?[a-z]{2,3})?(?:\.[A-Z]{2})?\s?\/\s?\d{7}(?!\d)(?:v\d+)?|(?<![\d.])\d{4}\s?\.\d{4,5}(?!\d)(?:v\d+)?)`,
    String.raw`(?<record>(?<!\p{L})(?:PMID\s?:?\s?\d{5,9}|PMCID\s?:?\s?(?:PMC)*\d{5,9}|MR\s?\d{6,7}|(?:ISSN|issn)\s?:?\s?\d{4}\s?-\s?\d{3}[\dXx]|ISBN[\s:-]{0,3}(?:1[03])?[\s:-]{0,3}[\d-]{9,17}[\dX])(?!\d))`,
    String.raw`URL(?=\s?:?\s?https?)`,
    String.raw`\p{L}[\p{L}\p{M}]*`,
    String.raw`\p{N}+`,
    String.raw`[^\s]`,
  ].join('|'),
  'gu',
)
/** The label of an entry in a list: `[7]`, `(7)`, `7.`, `7 Smith`, a bullet. */
const NUMBERING =
  /^\s*(?:(?:[[(]\s*\p{L}{0,4}\d{1,4}\s*[\])]\.?|[•·*]|[-–—]+(?=\s?\p{L}))\s*|\d{1,3}(?:\s?[.)-]\s?(?=\p{L})|\s+(?=\p{Lu})))/u

/** Returns the tokens after the number that a list gives the reference. */
export function referenceTokens(reference: string): ReferenceToken[] {
  const from = NUMBERING.exec(reference)?.[0].length ?? 0
  return [...reference.slice(from).matchAll(TOKEN)].map(({ 0: text, index, groups }) => {
    const start = from + index
    const [identifier] = Object.entries(groups ?? {}).find(([, found]) => found !== undefined) ?? [null]
    return {
      text,
      identifier: identifier as Identifier | null,
      start,
      end: start + text.length,
      isApart: start > 0 && /\s/.test(reference.charAt(start - 1)),
    }
  })
}

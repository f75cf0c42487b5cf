/** Decides whether references or papers are one work: if they share a key (an identifier, a title, or a place in a journal). */
import type { Paper } from '../corpus/index.ts'
import type { ReferenceFields } from './parse-reference.ts'

const DOI = /\b10\.\d{4,9}\/[^\s<>"]*[^\s<>".,;:)\]}]/
const ARXIV =
  /\b(\d{4}\.\d{4,5})(?:v\d+)?\b|\b([a-z]{2,8}(?:-[a-z]{2})?)(?:\.[A-Z]{2})?\s?\/\s?(\d{7})(?:v\d+)?\b/
const ARXIV_DOI = /^10\.48550\/arxiv\.(.+)$/
const YEAR = /(?<!\d)(?:1[6-9]|20)\d\d(?!\d)/
/** Shorter titles belong to many works: "Introduction", "Statistical methods". */
const MIN_TITLE_WORDS = 4
const MIN_TITLE_CHARACTERS = 20

export interface WorkKeys {
  /** Two works with one of these in common are the same. */
  readonly keys: readonly string[]
  readonly doi: string | null
  readonly arxiv: string | null
  readonly year: number | null
}

export function doiIn(text: string): string | null {
  return DOI.exec(text)?.[0].toLowerCase() ?? null
}

export function arxivIn(text: string): string | null {
  const found = ARXIV.exec(text)
  if (found === null) return null
  const [, number, archive, old] = found
  return number ?? `${archive}/${old}`
}

export function yearIn(text: string): number | null {
  const [year] = YEAR.exec(text) ?? []
  return year === undefined ? null : Number(year)
}

/** Returns letters and digits in lower case, without accents, with one space between words. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/(?<=\p{L})[-‐‑]\s*(?=\p{Ll})/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export function keysOfReference(raw: string, fields: ReferenceFields): WorkKeys {
  const { journal = '', volume = '', pages = '', title = fields.book ?? '' } = fields
  // A PDF may have put spaces into identifiers.
  const [ownDoi = '', ownArxiv = ''] = [fields.doi, fields.arxiv].map((id) => id?.replace(/\s/g, ''))
  const doi = wholeDoi(doiIn(ownDoi), doiIn(joinedDoi(raw)))
  const arxiv = arxivIn(ownArxiv) ?? (/arxiv/i.test(raw) ? arxivIn(raw.slice(raw.search(/arxiv/i))) : null)
  const year = yearIn(fields.date ?? '') ?? yearIn(raw)
  const place = journal === '' ? null : placeKey(volume, pages, year)
  return { ...identifiers(doi, arxiv), keys: keysFrom(doi, arxiv, title, place), year }
}

export function keysOfPaper(paper: Paper, arxiv: string | null): WorkKeys {
  const doi = paper.doi?.toLowerCase() ?? null
  const { volume, pages } = paper.publication
  const place = placeKey(volume ?? '', pages ?? '', paper.year)
  return { ...identifiers(doi, arxiv), keys: keysFrom(doi, arxiv, paper.title, place), year: paper.year }
}

/** A DOI broken across lines: after a mark, or before its first number: "10.1016/j. psychres.2009.06.001". */
const CUT_DOI = /\b(10\.\d{4,9}\/(?:[^\s\d<>"]{0,60}|[^\s<>"]{0,60}[-/(_]))\s+(?=[^\s<>"]{0,60}\d)/g
/** "10.1007/978-1-4842-4221-6 10", whose underscore a PDF reads as a space. */
const CHAPTER_DOI = /\b(10\.\d{4,9}\/97[89][\d-]{9,})\s+((?:ch)?\d{1,3})(?!\S)/g

function joinedDoi(text: string): string {
  return text.replace(CUT_DOI, '$1').replace(CHAPTER_DOI, '$1_$2')
}

/** Returns the whole DOI: the field has one broken in its first half, the text one broken in its second; null without a number. */
function wholeDoi(ofField: string | null, ofRaw: string | null): string | null {
  const doi = ofField === null || ofRaw?.startsWith(ofField) === true ? ofRaw : ofField
  return doi !== null && /\/.*\d/.test(doi) ? doi : null
}

function identifiers(doi: string | null, arxiv: string | null) {
  return { doi, arxiv: arxiv ?? ARXIV_DOI.exec(doi ?? '')?.[1] ?? null }
}

function keysFrom(doi: string | null, arxiv: string | null, title: string, place: string | null): string[] {
  const titled = titleKey(title)
  const preprint = identifiers(doi, arxiv).arxiv
  return [
    ...(doi === null ? [] : [`doi ${doi}`]),
    ...(preprint === null ? [] : [`arxiv ${preprint}`]),
    ...(titled === null ? [] : [titled]),
    ...(place === null ? [] : [place]),
  ]
}

export function titleKey(title: string): string | null {
  const plain = plainWords(title)
  const isTelling = plain.split(' ').length >= MIN_TITLE_WORDS && plain.length >= MIN_TITLE_CHARACTERS
  return isTelling ? `title ${plain.replaceAll(' ', '')}` : null
}

/** Volume, first page and year identify one work, however the journal is abbreviated; small numbers do not. */
function placeKey(volume: string, pages: string, year: number | null): string | null {
  const [first = ''] = /\p{L}?\d+/u.exec(pages) ?? []
  const [number = ''] = /\d+/.exec(volume) ?? []
  return year === null || number === '' || first.length < 3
    ? null
    : `place ${number} ${first.toLowerCase()} ${year}`
}

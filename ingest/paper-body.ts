/** Finds the part of a paper from which units and passages are made: its headed blocks up to the references, with their places. */
import {
  pageIndexAt,
  pageStarts,
  paperText,
  partOfHeading,
  type Section,
  sectionsAround,
} from '../corpus/index.ts'
import { withPlainNotes } from './extract/index.ts'
import {
  ABSTRACT_ELSEWHERE,
  KEYWORDS_ELSEWHERE,
  REFERENCES_ELSEWHERE,
  THANKS_ELSEWHERE,
} from './part-names.ts'
import type { ReadPaper } from './ports.ts'

/** Text under one heading, without subsections and the heading itself. Offsets refer to the paper's text. */
export interface BodyBlock extends TextRange {
  /** Heading without its number: `Results`, not `3.1 Results`; empty before the first heading. */
  readonly heading: string
  readonly part: BlockPart
}

/** `front` is title, authors, addresses; `back` is funding, contributions and the like, which do not concern the subject. */
export type BlockPart = 'front' | 'abstract' | 'body' | 'back'

export interface TextRange {
  readonly start: number
  readonly end: number
}

export interface PaperBody {
  readonly text: string
  readonly blocks: readonly BodyBlock[]
  /** Returns the page number, from 1; null if the source has no pages. */
  pageAt(offset: number): number | null
}

const REFERENCES = /^(?:references?(?: and notes| list)?|bibliography|literature(?: cited)?|works cited)$/i
const BACK_MATTER =
  /^(?:acknowledge?ments?|funding|(?:conflicts?|declarations?|competing|disclosures?|statement) ?(?:of)? ?(?:competing|interests?)?|author(?:s['’]?)? (?:contributions?|details|information|summary page)|ethic(?:s|al)\b.*|consent\b.*|(?:data|code) availability.*|availability of data.*|supplement(?:ary|al)\b.*|grant (?:disclosures?|information)|keywords?|abbreviations?|table of contents|contents|orcid.*|licen[cs]e|copyright.*|publisher['’]s note|corresponding author.*|article (?:history|info(?:rmation)?))$/i
const ABSTRACT = new RegExp(`^(?:abstract|summary|${ABSTRACT_ELSEWHERE})$`, 'iu')
const OTHER_REFERENCES = new RegExp(`^(?:${REFERENCES_ELSEWHERE})$`, 'iu')
const OTHER_BACK_MATTER = new RegExp(`^(?:${THANKS_ELSEWHERE})$`, 'iu')
// An abstract has some 200 words; for a text far longer, which is not an abstract, its beginning is enough to find it.
const MAX_TOKENS_COMPARED = 1_000
const HEADING_NUMBER = /^\s*(?:(?:\d{1,2}(?:\.\d{1,2})*|[IVX]{1,4}|[A-Z])[.):]?\s+)(?=\p{L})/u

/** Returns the blocks in reading order, up to the references. */
export function paperBody(paper: Pick<ReadPaper, 'pages' | 'description'>): PaperBody {
  const text = paperText(paper.pages)
  const starts = pageStarts(paper.pages)
  const hasLayout = paper.pages.some((page) => page.width > 0)
  return {
    text,
    blocks: blocksOf(text, paper),
    pageAt: (offset) => (hasLayout ? (paper.pages[pageIndexAt(starts, offset)]?.number ?? null) : null),
  }
}

/** Returns a locator such as `Results, p. 4`, with only its known parts. */
export function locatorOf(heading: string, page: number | null): string {
  return [heading, page === null ? '' : `p. ${page}`].filter((part) => part !== '').join(', ')
}

/** Replaces runs of white space (line ends of the layout) by single spaces. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function blocksOf(text: string, { description }: Pick<ReadPaper, 'description'>): BodyBlock[] {
  const bodyEnd = Math.min(description.bodyEnd, text.length)
  const sections = description.sections
    .filter((section) => section.start < bodyEnd && section.end > section.start)
    .toSorted((a, b) => a.start - b.start)
  const headed = sections.flatMap((section, i) => {
    const next = Math.min(sections[i + 1]?.start ?? bodyEnd, bodyEnd)
    const end = Math.min(section.end, next)
    const heading = cleanHeading(section.heading)
    const start = afterHeading(text, section.start, end, section.heading)
    const [around] = sectionsAround(end, sections)
    return [
      { heading, part: partOf(heading, sections.slice(0, i)), start, end },
      // Text after a box or an abstract belongs to the section before it, if any.
      { heading: cleanHeading(around?.heading ?? ''), part: 'body' as const, start: end, end: next },
    ].filter((one) => one.end > one.start)
  })
  const hasAbstract = headed.some((block) => block.part === 'abstract')
  const opening = { start: 0, end: sections[0]?.start ?? bodyEnd }
  const opened = hasAbstract ? [block('front', opening)] : openingBlocks(text, opening, description.abstract)
  // Lists of references in the middle (of a chapter, of part of a journal) do not end the body, but do not belong to it.
  return [...opened, ...headed].filter(
    ({ heading, start, end }) =>
      !REFERENCES.test(heading) && !OTHER_REFERENCES.test(heading) && text.slice(start, end).trim() !== '',
  )
}

/** Returns the blocks before the first heading: the abstract if it is there, and the text around it. */
function openingBlocks(text: string, opening: TextRange, abstract: string): BodyBlock[] {
  // The front matter was read with marks of notes as plain digits, which keeps its length.
  const found = spanOfSpaced(withPlainNotes(text), abstract, opening.start, opening.end)
  if (found === null) return [block('body', opening)]
  return [
    block('front', { start: opening.start, end: found.start }),
    { ...block('abstract', found), heading: 'Abstract' },
    block('body', { start: found.end, end: opening.end }),
  ]
}

function block(part: BlockPart, span: TextRange): BodyBlock {
  return { heading: '', part, ...span }
}

function partOf(heading: string, before: readonly Section[]): BlockPart {
  if (ABSTRACT.test(heading)) return before.some(isMain) ? 'body' : 'abstract'
  const isBack =
    BACK_MATTER.test(heading) || OTHER_BACK_MATTER.test(heading) || KEYWORDS_ELSEWHERE.test(heading)
  return isBack ? 'back' : 'body'
}

/** Returns whether a section is a main one; a "Summary" after the methods or results is not an abstract. */
function isMain({ heading }: Section): boolean {
  return (
    /^(?:methods|results)$/.test(partOfHeading(cleanHeading(heading)) ?? '') ||
    /^discussions?$/i.test(cleanHeading(heading))
  )
}

/** Returns where `wanted` is between the offsets, ignoring differences in white space, or null. */
function spanOfSpaced(text: string, wanted: string, from: number, to: number): TextRange | null {
  const exact = wanted === '' ? -1 : text.indexOf(wanted, from)
  if (exact >= 0 && exact + wanted.length <= to) return { start: exact, end: exact + wanted.length }
  const tokens = wanted.split(/\s+/).filter((token) => token !== '')
  if (tokens.length === 0) return null
  const escaped = tokens.map((token) => token.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  const stretch = text.slice(from, to)
  const whole = new RegExp(escaped.slice(0, MAX_TOKENS_COMPARED).join('\\s+'), 'u').exec(stretch)
  const match = whole ?? new RegExp(escaped.slice(0, 8).join('\\s+'), 'u').exec(stretch)
  if (match === null) return null
  const start = from + match.index
  const isWhole = whole !== null && tokens.length <= MAX_TOKENS_COMPARED
  return { start, end: isWhole ? start + match[0].length : Math.min(to, start + wanted.length) }
}

function cleanHeading(heading: string): string {
  const plain = onOneLine(heading)
    .replace(HEADING_NUMBER, '')
    // Removes a line number of a manuscript.
    .replace(/(?<=\p{L}{3})\s\d{1,3}$/u, '')
    .replace(/[\s:.]+$/, '')
  const isShouting = plain.length > 3 && plain === plain.toUpperCase()
  return isShouting ? plain.charAt(0) + plain.slice(1).toLowerCase() : plain
}

/** Returns the offset after the heading. White space is ignored, since it may differ from that in the description. */
function afterHeading(text: string, start: number, end: number, heading: string): number {
  let at = start
  for (const character of heading.replace(/\s+/g, '')) {
    while (at < end && /\s/.test(text.charAt(at))) at++
    if (at >= end || text.charAt(at) !== character) return start
    at++
  }
  while (at < end && /[\s:.—–-]/.test(text.charAt(at))) at++
  return at
}

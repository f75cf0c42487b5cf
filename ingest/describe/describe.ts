/** What the front matter of a paper says: title, authors, abstract, sections, year, identifiers, and where its body ends. */
import { type Description, NO_PUBLICATION } from '../../corpus/index.ts'
import type { LaidOutPage } from '../extract/index.ts'
import { withKnown } from '../formats/known-fields.ts'
import { abstractOf } from './abstract.ts'
import { type AuthorRule, authorsOf } from './authors.ts'
import { type Block, type Front, frontOfPages, frontOfText } from './blocks.ts'
import { ownCitationOf } from './citation-line.ts'
import { REFERENCES_NAME } from './heading-names.ts'
import { headingsOf, sectionsOf } from './headings.ts'
import { doiOf, licenceOf } from './identifiers.ts'
import { noticesOf } from './notices.ts'
import { type Title, type TitleRule, titleOf, titleOfText } from './title.ts'
import { type YearRule, yearOf } from './year.ts'

/** What describing needs from outside: rules read neither the clock nor a package. */
export interface DescribeTools {
  /** ISO 639-3 code of a text, null if it is not recognised. */
  readonly languageOf: (text: string) => string | null
  /** The last year that a paper can be of. */
  readonly latestYear: number
}

// Enough for a sure verdict; longer texts are not read to the end for it.
const LANGUAGE_CHARACTERS = 6000

/** From pages with their layout. */
export function describe(pages: readonly LaidOutPage[], tools: DescribeTools): Description {
  const front = frontOfPages(pages)
  return descriptionOf(front, tools, (abstractStart, journal) => titleOf(front, abstractStart, journal))
}

/** From text without a layout; what a catalogue knows wins over what the text says. */
export function describeText(
  input: { readonly text: string; readonly known: Partial<Description> },
  tools: DescribeTools,
): Description {
  const front = frontOfText(input.text)
  return withKnown(
    descriptionOf(front, tools, () => titleOfText(front)),
    input.known,
  )
}

function descriptionOf(
  front: Front,
  tools: DescribeTools,
  findTitle: (abstractStart: number | null, journal: string | null) => Title | null,
): Description {
  const abstract = abstractOf(front, tools.languageOf)
  const bodyEnd = bodyEndOf(front)
  const notices = noticesOf(front, abstract, bodyEnd)
  const citation = ownCitationOf(notices, tools.latestYear)
  const title = findTitle(abstract?.start ?? null, citation?.publication.journal ?? null)
  const from = title?.end ?? 0
  const year = yearOf(notices, citation, front.text.slice(bodyEnd), tools.latestYear)
  const authors = authorsOf(front, {
    titleStart: title?.start ?? 0,
    titleEnd: from,
    abstractStart: abstract?.start ?? null,
  })
  const sample = abstract === null ? front.text : `${abstract.text}\n${front.text.slice(abstract.end)}`
  const headings = headingsOf(front, from, abstract?.start ?? from, bodyEnd)
  return {
    title: title?.text ?? '',
    authors: authors.names,
    abstract: abstract?.text ?? '',
    year: year.year,
    doi: doiOf(notices),
    publication: citation?.publication ?? NO_PUBLICATION,
    confidence: {
      title: titleConfidence(title?.rule ?? 'none'),
      authors: authorConfidence(authors.rule, title?.rule ?? 'none'),
      year: yearConfidence(year.rule),
    },
    language: tools.languageOf(sample.slice(0, LANGUAGE_CHARACTERS)),
    licence: licenceOf(front),
    sections: sectionsOf(headings, front.text.length),
    bodyEnd,
  }
}

/** How sure is what was read? Of the labelled papers in which the same rule found something, the share that it was right on. */

/** Right, of how many; each rule judged alone, also where one of more trust went before it. */
type Count = readonly [right: number, of: number]

// Counted on 2026-11-22 over the 50 papers of `npm run measure describe`, titles and authors also over 29 other files by eye.
const TITLES: Readonly<Record<TitleRule, Count>> = {
  largest: [66, 67],
  // Line numbers of a manuscript that were taken for words.
  numbered: [0, 4],
  // Recognised from a picture, or no title at all; a title of rare words seldom.
  unechoed: [3, 8],
  // Marked by the source itself, and the first line of a plain text: chosen, not measured.
  marked: [19, 20],
  'first-line': [6, 10],
  none: [0, 1],
}
const AUTHORS: Readonly<Record<AuthorRule, Count>> = {
  'below-title': [62, 65],
  'with-other-words': [2, 9],
  elsewhere: [2, 3],
  none: [0, 1],
}
const YEARS: Readonly<Record<YearRule, Count>> = {
  citation: [34, 34],
  stamp: [7, 7],
  volume: [28, 28],
  copyright: [20, 20],
  published: [9, 10],
  received: [19, 26],
  dated: [30, 41],
  // Earlier than what the paper cites, with nothing else to go by.
  contradicted: [0, 1],
  none: [0, 1],
}

function titleConfidence(rule: TitleRule): number {
  return shareOf(TITLES[rule])
}

/** Names below a title that is doubtful are no surer than it. */
function authorConfidence(rule: AuthorRule, title: TitleRule): number {
  return Math.min(
    shareOf(AUTHORS[rule]),
    title === 'unechoed' || title === 'none' ? shareOf(TITLES[title]) : 1,
  )
}

function yearConfidence(rule: YearRule): number {
  return shareOf(YEARS[rule])
}

/** Laplace's rule of succession, as counts are small: 7 of 7 gives .89. To two decimals; 0 where nothing was found. */
function shareOf([right, of]: Count): number {
  if (right === 0 && of <= 1) return 0
  return Math.round((100 * (right + 1)) / (of + 2)) / 100
}

/** Where do the references begin? What follows is cut off before units are made. */

// A heading this early is an entry of a table of contents. Chosen, not measured.
const EARLIEST_SHARE = 0.25
const MIN_NUMBERED_RUN = 8
const MIN_DATES = 4
const DATED_CHARACTERS = 1500
const MAX_HEADING_CHARACTERS = 40
const NUMBERED_ENTRY = /^\[?(\d{1,3})[\].)]?\s+\p{L}/u
const YEAR = /\b(?:19|20)\d\d\b/

/**
 * Offset of the heading "References" or of the first of the closing numbered entries; the text's length without any.
 * Tables have columns of that name, so the first heading counts that has dates of publication below it.
 */
function bodyEndOf(front: Front): number {
  const earliest = front.text.length * EARLIEST_SHARE
  const lines = front.blocks.flatMap((block) =>
    block.end < earliest ? [] : block.lines.filter(({ text, start }) => start >= earliest && isHeading(text)),
  )
  const dated = lines.find(({ end }) => datesAfter(front.text, end) >= MIN_DATES)
  return (dated ?? lines.at(-1))?.start ?? closingEntries(front.blocks, earliest) ?? front.text.length
}

/** The number of a reference in the next column may stand on the heading's line. */
function isHeading(text: string): boolean {
  return text.length < MAX_HEADING_CHARACTERS && REFERENCES_NAME.test(text.replace(/\s\d{1,3}$/, ''))
}

function datesAfter(text: string, at: number): number {
  return text.slice(at, at + DATED_CHARACTERS).match(new RegExp(YEAR, 'g'))?.length ?? 0
}

/** Start of a run of numbered entries with years that lasts until the end, as papers without the heading have it. */
function closingEntries(blocks: readonly Block[], earliest: number): number | null {
  let run: Block[] = []
  let expected = 1
  for (const block of blocks) {
    if (block.start < earliest) continue
    const number = Number(NUMBERED_ENTRY.exec(block.text)?.[1] ?? 0)
    if (number === 1) {
      run = [block]
      expected = 2
    } else if (run.length > 0 && number === expected) {
      run.push(block)
      expected++
    }
  }
  const dated = run.filter((block) => YEAR.test(block.text)).length
  return run.length >= MIN_NUMBERED_RUN && dated * 2 >= run.length ? (run[0]?.start ?? null) : null
}

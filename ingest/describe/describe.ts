/** Describes a paper from its front matter: title, authors, abstract, sections, year, identifiers, and where its body ends. */
import { type Description, NO_PUBLICATION } from '../../corpus/index.ts'
import type { LaidOutPage } from '../extract/index.ts'
import { withKnown } from '../formats/known-fields.ts'
import { abstractOf } from './abstract.ts'
import { authorsOf, belowTitle } from './authors.ts'
import { type Front, frontOfPages, frontOfText } from './blocks.ts'
import { ownCitationOf } from './citation-line.ts'
import { authorConfidence, titleConfidence, yearConfidence } from './confidence.ts'
import { headingsOf, sectionsOf } from './headings.ts'
import { doiOf, licenceOf } from './identifiers.ts'
import { noticesOf } from './notices.ts'
import { bodyEndOf } from './references.ts'
import { withEnds } from './section-ends.ts'
import { type Title, titleOf, titleOfText } from './title.ts'
import { yearOf } from './year.ts'

/** Outside information for the rules, which read neither the clock nor a package. */
export interface DescribeTools {
  /** ISO 639-3 code of a text, null if it is not recognised. */
  readonly languageOf: (text: string) => string | null
  /** Latest possible year of a paper. */
  readonly latestYear: number
}

// A byline has names, addresses and a date; later blocks may be text. Chosen, not measured.
const BYLINE_BLOCKS = 8
// Enough to identify the language reliably without reading long texts to the end.
const LANGUAGE_CHARACTERS = 6000

/** Describes a paper from pages with their layout. */
export function describe(pages: readonly LaidOutPage[], tools: DescribeTools): Description {
  const front = frontOfPages(pages)
  return descriptionOf(front, tools, (abstractStart, journal) => titleOf(front, abstractStart, journal))
}

/** Describes a paper from text without layout; known metadata overrides what the text says. */
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
  const byline = belowTitle(front, { titleEnd: from, abstractStart: abstract?.start ?? null })
  const dates = byline.slice(0, BYLINE_BLOCKS).flatMap(({ lines }) => lines.map(({ text }) => text))
  const year = yearOf({ ...notices, dates }, citation, front.text.slice(bodyEnd), tools.latestYear)
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
    sections: withEnds(sectionsOf(headings, front.text.length), front.blocks, abstract),
    bodyEnd,
  }
}

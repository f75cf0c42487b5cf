/** Converts metadata from lists of papers and from markup to a description with only the known fields. */
import { type Confidence, type Description, NO_PUBLICATION, type Publication } from '../../corpus/index.ts'

type Text = string | null | undefined

/** Raw fields; an empty text, or an empty name among the authors, means unknown. */
interface KnownFields extends Partial<Record<'title' | 'abstract' | 'doi' | keyof Publication, Text>> {
  readonly authors?: readonly string[]
  readonly year?: string | number | null | undefined
}

export function describeFields(fields: KnownFields): Partial<Description> {
  const { title, abstract, year, doi } = fields
  const authors = (fields.authors ?? []).filter((name) => name !== '')
  return {
    ...(title && { title }),
    ...(abstract && { abstract }),
    ...(authors.length > 0 && { authors }),
    ...(year != null && { year: Number(year) }),
    ...(doi && { doi }),
    ...publicationOf(fields),
  }
}

/** Returns the first number of four digits. */
export function yearIn(text: Text): string | undefined {
  return /\b\d{4}\b/.exec(text ?? '')?.[0]
}

/** Returns the first DOI of a text in lower case, without any prefix. */
export function doiIn(text: Text): string | undefined {
  return /\b10\.\d{4,9}\/\S+/.exec(text ?? '')?.[0].toLowerCase()
}

/** Returns the known fields, or nothing if all are unknown. Page ranges get a plain hyphen. */
export function publicationOf(fields: Partial<Record<keyof Publication, Text>>): {
  publication?: Publication
} {
  const publication: Publication = {
    journal: known(fields.journal),
    volume: known(fields.volume),
    issue: known(fields.issue),
    pages: known(fields.pages)?.replace(/\s*[-‐‑–—]+\s*/g, '-') ?? null,
  }
  return Object.values(publication).every((value) => value === null) ? {} : { publication }
}

/** Merges known metadata into a description; they override what was found, with full confidence. */
export function withKnown(found: Description, known: Partial<Description>): Description {
  const sure: Partial<Confidence> = {
    ...(known.title && { title: 1 }),
    ...(known.authors !== undefined && known.authors.length > 0 && { authors: 1 }),
    ...(known.year != null && { year: 1 }),
  }
  return {
    ...found,
    ...known,
    publication: mergedPublication(known.publication, found.publication),
    confidence: { ...found.confidence, ...sure, ...known.confidence },
  }
}

/** Returns each known field, or else the one found in the paper. */
function mergedPublication(known: Publication | undefined, found: Publication): Publication {
  const { journal, volume, issue, pages } = known ?? NO_PUBLICATION
  return {
    journal: journal ?? found.journal,
    volume: volume ?? found.volume,
    issue: issue ?? found.issue,
    pages: pages ?? found.pages,
  }
}

function known(value: Text): string | null {
  const text = value?.replace(/\s+/g, ' ').trim().normalize() ?? ''
  return text === '' ? null : text
}

/** What a list of papers or the marks of a file say of a paper, as a description with what is known and no more. */
import type { Description, Publication } from '../../corpus/index.ts'
import { publicationOf } from './publication.ts'

type Text = string | null | undefined

/** An empty text, and an empty name among the authors, says nothing. */
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

/** Returns the first DOI of a text in lower case, without what stands before it. */
export function doiIn(text: Text): string | undefined {
  return /\b10\.\d{4,9}\/\S+/.exec(text ?? '')?.[0].toLowerCase()
}

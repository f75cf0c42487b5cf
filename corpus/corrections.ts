/** What a person corrected in the front matter of a paper. It stays over every later reading, and can be taken back. */
import type {
  Confidence,
  Correction,
  Corrections,
  Description,
  FrontMatter,
  FrontMatterField,
} from './paper.ts'

/** In the order in which a paper shows them. */
export const FRONT_MATTER_FIELDS = [
  'title',
  'authors',
  'year',
  'doi',
  'journal',
  'volume',
  'issue',
  'pages',
] as const satisfies readonly FrontMatterField[]

/** What a person says, before it is laid over a reading. */
export type CorrectedValues = {
  readonly [Field in FrontMatterField]?: Pick<Correction<FrontMatter[Field]>, 'value' | 'at'>
}

/** Returns the description with the corrected values in the place of what was read. The description must be as it was read. */
export function withCorrections<Read extends Description>(read: Read, values: CorrectedValues = {}): Read {
  const before = frontMatterOf(read)
  const fields = FRONT_MATTER_FIELDS.filter((field) => values[field] !== undefined)
  if (fields.length === 0) return read
  const corrections: Corrections = Object.fromEntries(
    fields.map((field) => {
      const confidence = isGraded(field) ? read.confidence[field] : null
      return [field, { ...values[field], read: before[field], confidence }]
    }),
  )
  const sure = Object.fromEntries(fields.filter(isGraded).map((field) => [field, 1]))
  const front = { ...before, ...Object.fromEntries(fields.map((field) => [field, values[field]?.value])) }
  return { ...withFrontMatter(read, front, { ...read.confidence, ...sure }), corrections }
}

/** Returns the description as the paper itself was read, without any correction. */
export function asRead<Corrected extends Description>(corrected: Corrected): Corrected {
  const { corrections = {}, ...rest } = corrected
  const fields = FRONT_MATTER_FIELDS.filter((field) => corrections[field] !== undefined)
  const graded = fields.filter(isGraded)
  const confidence = Object.fromEntries(graded.map((field) => [field, corrections[field]?.confidence ?? 1]))
  const front = Object.fromEntries(fields.map((field) => [field, corrections[field]?.read]))
  return withFrontMatter(
    rest as Corrected,
    { ...frontMatterOf(corrected), ...front },
    { ...corrected.confidence, ...confidence },
  )
}

/**
 * Returns the corrections that still answer a reading: those of parts that a changed file is read as before. A part that reads otherwise
 * was changed in the file, or the file holds another paper.
 */
export function stillAnswering(corrections: Corrections, read: Description): CorrectedValues {
  const now = frontMatterOf(read)
  const fields = FRONT_MATTER_FIELDS.filter(
    (field) => JSON.stringify(corrections[field]?.read) === JSON.stringify(now[field]),
  )
  return Object.fromEntries(fields.map((field) => [field, corrections[field]]))
}

function frontMatterOf({ title, authors, year, doi, publication }: Description): FrontMatter {
  return { title, authors, year, doi, ...publication }
}

function withFrontMatter<Described extends Description>(
  described: Described,
  { title, authors, year, doi, journal, volume, issue, pages }: FrontMatter,
  confidence: Confidence,
): Described {
  const publication = { journal, volume, issue, pages }
  return { ...described, title, authors, year, doi, publication, confidence }
}

function isGraded(field: FrontMatterField): field is keyof Confidence {
  return field === 'title' || field === 'authors' || field === 'year'
}

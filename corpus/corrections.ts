/** Corrections that a person made to a paper's front matter. They outlast every later reading of the paper, and can be undone. */
import type {
  Confidence,
  Correction,
  Corrections,
  Description,
  FrontMatter,
  FrontMatterField,
} from './paper.ts'

/** Fields of the front matter, in the order in which a paper shows them. */
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

/** A person's corrections before they are applied to a reading. */
export type CorrectedValues = {
  readonly [Field in FrontMatterField]?: Pick<Correction<FrontMatter[Field]>, 'value' | 'at'>
}

/** Returns the description with the corrected values in place of those read. The description must be as it was read, uncorrected. */
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

/** Returns the description as it was read from the paper, without any correction. */
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
 * Returns the corrections that still apply to a new reading: those of fields that the changed file still gives as before. If a field
 * reads otherwise, either it was changed in the file or the file now holds another paper.
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

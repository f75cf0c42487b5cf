/** Schema of a correction of a paper's front matter, which the service documents and other interfaces are made from. */
import { z } from 'zod'
import type { DeepReadonly } from '../../core/index.ts'
import { FRONT_MATTER_FIELDS } from '../../corpus/index.ts'
import { checkedInput } from './checked-input.ts'

const MAX_AUTHORS = 5_000
const MAX_TITLE_CHARACTERS = 2_000
const MAX_NAME_CHARACTERS = 500
const [FIRST_YEAR, LAST_YEAR] = [1450, 2200]

const line = (most: number) =>
  z
    .string()
    .transform((text) => text.replace(/\s+/g, ' ').trim().normalize())
    .pipe(z.string().min(1, 'must not be empty').max(most))
const part = line(MAX_NAME_CHARACTERS).nullable().exactOptional()
const fieldName = z.enum(FRONT_MATTER_FIELDS)

const Values = z.strictObject({
  title: line(MAX_TITLE_CHARACTERS).exactOptional(),
  authors: z
    .array(line(MAX_NAME_CHARACTERS))
    .max(MAX_AUTHORS)
    .exactOptional()
    .describe(
      'In the order of the paper, each as `Given Family` or `Family, Given`; a comma makes the family name clear.',
    ),
  year: z
    .int('must be a year such as 2014')
    .min(FIRST_YEAR, `must be from ${FIRST_YEAR} to ${LAST_YEAR}`)
    .max(LAST_YEAR, `must be from ${FIRST_YEAR} to ${LAST_YEAR}`)
    .nullable()
    .exactOptional(),
  doi: line(MAX_NAME_CHARACTERS)
    .transform((text) => text.replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)/i, '').toLowerCase())
    .pipe(z.string().regex(/^10\.\d{4,9}\/\S+$/, 'must be a DOI such as 10.1000/182'))
    .nullable()
    .exactOptional(),
  journal: part,
  volume: part,
  issue: part,
  pages: part,
})

export const FrontMatterChangeShape = Values.extend({
  reset: z
    .union(
      [z.literal(true), z.array(fieldName).min(1)],
      `must name fields: ${FRONT_MATTER_FIELDS.join(', ')}`,
    )
    .exactOptional()
    .describe('Undoes earlier corrections: `true` for all, or a list of fields.'),
}).refine(
  (change) => Object.keys(change).some((name) => name !== 'corpus'),
  'must name at least one field to correct or to reset',
)
export type FrontMatterChange = DeepReadonly<z.output<typeof FrontMatterChangeShape>>

/** Checks a change from a program or a command line. Throws `INPUT_INVALID` naming the faults and their fields. */
export function frontMatterChange(given: unknown): FrontMatterChange {
  return checkedInput(FrontMatterChangeShape, given, 'change')
}

/** Corrections made to a paper by hand, by field; empty if there are none. */
export const CorrectedShape = z
  .partialRecord(
    fieldName,
    z
      .object({ at: z.string().describe('ISO 8601.'), read: z.unknown().describe('Value as read.') })
      .meta({ title: 'CorrectedField' }),
  )
  .meta({ title: 'CorrectedFields' })
  .describe('Fields corrected by a person; empty if none.')
export type CorrectedFields = DeepReadonly<z.output<typeof CorrectedShape>>

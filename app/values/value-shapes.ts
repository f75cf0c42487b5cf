/** Values over a corpus, the table of papers and conflicts: the schemas that the service documents, and their types. */
import { z } from 'zod'
import type { DeepReadonly } from '../../core/index.ts'
import type { Span } from '../../corpus/index.ts'
import { PageBoxesShape } from '../wiring/place-shapes.ts'

const RangeShape = z
  .object({ from: z.number().nullable(), to: z.number().nullable() })
  .meta({ title: 'ValueRange' })
const amount = {
  value: z.number().nullable().describe('Null for a range, a list or a date.'),
  range: RangeShape.nullable(),
  error: z.number().nullable().describe('The number after ±.'),
  list: z.array(z.number()).nullable().describe('The numbers of a list, a ratio or a size.'),
}
/** Schema of a span in the form that the API description has. */
const span = z.array(z.int()).length(2) as unknown as z.ZodType<Span>

const ValueShape = z
  .object({
    span: span.describe('In the unit or passage `place.source`.'),
    text: z.string(),
    ...amount,
    unit: z.string().nullable().describe('Unit of measurement, as printed.'),
    si: z
      .object({ ...amount, unit: z.string() })
      .nullable()
      .describe('The same in SI base units; null if it cannot be converted or was not read for certain.'),
    of: z.string().nullable(),
    property: z.string().nullable(),
    doubtful: z.boolean().describe('True if part of it could not be read; it is then never converted.'),
  })
  .meta({ title: 'MeasuredValue' })

const place = {
  paper: z.string(),
  title: z.string(),
  year: z.int().nullable(),
  locator: z.string(),
  page: z.int().nullable(),
  span: span.nullable().describe('In the text of the paper.'),
  source: z.string().describe('Id of the unit or passage.'),
  sentence: z.string(),
}
const PlaceShape = z.object(place).meta({ title: 'QuotedPlace' })

export const FoundValuesShape = z
  .object({
    corpus: z.string(),
    query: z.string(),
    limit: ValueShape.nullable().describe('The limit in the question as understood, such as "< 10 uM".'),
    values: z.array(
      ValueShape.extend({
        score: z.number(),
        place: z.object({ ...place, boxes: PageBoxesShape }),
      }),
    ),
  })
  .meta({ title: 'FoundValues' })

export const PaperTableShape = z
  .object({
    corpus: z.string(),
    columns: z.array(z.string()),
    rows: z.array(
      z.object({
        paper: z.string(),
        title: z.string(),
        year: z.int().nullable(),
        cells: z
          .array(z.object({ text: z.string(), others: z.int(), ...place }).nullable())
          .describe('One for each column; null if nothing was found.'),
      }),
    ),
  })
  .meta({ title: 'PaperTable' })

export const ConflictsShape = z
  .object({
    corpus: z.string(),
    compared: z.int(),
    conflicts: z.array(
      z.object({
        property: z.string(),
        of: z.string(),
        ratio: z.number().nullable().describe('The larger value divided by the smaller; null for zero.'),
        alike: z.number().describe('Share of words common to both sentences, 0 to 1.'),
        statements: z.array(ValueShape.extend({ place: PlaceShape })),
      }),
    ),
  })
  .meta({ title: 'Conflicts' })

/** The place of a quotation in a paper. */
export type QuotedPlace = DeepReadonly<z.output<typeof PlaceShape>>
export type FoundValues = DeepReadonly<z.output<typeof FoundValuesShape>>
export type PaperTable = DeepReadonly<z.output<typeof PaperTableShape>>
export type Conflicts = DeepReadonly<z.output<typeof ConflictsShape>>

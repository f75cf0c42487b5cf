/** Values with their units over a corpus, the papers as a table, and values that cannot both hold. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { DEFAULT_VALUES, findConflicts, findValues, paperTable, tableAsCsv } from '../../app/values/index.ts'
import type { Config, Gloss } from '../../app/wiring/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { corpusField, documented, limitField, paperField } from '../http/fields.ts'
import {
  askedQuestion,
  hitsField,
  listOf,
  oneQuestion,
  otherNames,
  questionIn,
} from '../http/question-fields.ts'

// Each is a pass over the texts of every paper.
const MAX_COLUMN_CHARACTERS = 200

const RangeShape = z
  .object({ from: z.number().nullable(), to: z.number().nullable() })
  .meta({ title: 'ValueRange' })
const amount = {
  value: z.number().nullable().describe('Null of a range, a list and a date.'),
  range: RangeShape.nullable(),
  error: z.number().nullable().describe('What stands behind ±.'),
  list: z.array(z.number()).nullable().describe('The numbers of a list, a ratio or a size.'),
}
const span = z.array(z.int()).length(2)

const ValueShape = z
  .object({
    span: span.describe('In the unit or passage `place.source`.'),
    text: z.string(),
    ...amount,
    unit: z.string().nullable().describe('Unit of measurement, as printed.'),
    si: z
      .object({ ...amount, unit: z.string() })
      .nullable()
      .describe('The same in bases of SI; null where the unit does not say or was not read for certain.'),
    of: z.string().nullable(),
    property: z.string().nullable(),
    doubtful: z.boolean().describe('A sign of it could not be read; such a value is never converted.'),
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
const box = z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() })
const PlaceShape = z.object(place).meta({ title: 'QuotedPlace' })

const FoundValuesShape = z
  .object({
    corpus: z.string(),
    query: z.string(),
    limit: ValueShape.nullable().describe('The limit of the question, such as "< 10 uM", as it was read.'),
    values: z.array(
      ValueShape.extend({
        score: z.number(),
        place: z.object({
          ...place,
          boxes: z.array(
            z.object({ page: z.int(), width: z.number(), height: z.number(), boxes: z.array(box) }),
          ),
        }),
      }),
    ),
  })
  .meta({ title: 'FoundValues' })

const PaperTableShape = z
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
          .describe('One for each column; null where nothing stands there.'),
      }),
    ),
  })
  .meta({ title: 'PaperTable' })

const ConflictsShape = z
  .object({
    corpus: z.string(),
    compared: z.int(),
    conflicts: z.array(
      z.object({
        property: z.string(),
        of: z.string(),
        ratio: z.number().nullable().describe('How many times the larger is the smaller; null for zero.'),
        alike: z.number().describe('Share of the words that both sentences have, 0 to 1.'),
        statements: z.array(ValueShape.extend({ place: PlaceShape })),
      }),
    ),
  })
  .meta({ title: 'Conflicts' })

const papers = listOf(paperField).exactOptional().describe('Comma-separated ids or file names of papers.')
const columns = listOf(z.string().trim().min(1).max(MAX_COLUMN_CHARACTERS)).describe(
  'What each paper is searched for: species,dose,IC50.',
)

const createValuesQuery = (config: Config) =>
  z
    .strictObject({
      ...askedQuestion(config, 'q', 'What was measured, of what, and a limit: IC50 of lupeol < 10 uM.'),
      k: hitsField(config, z.coerce.number()).describe(`Number of values. Default: ${DEFAULT_VALUES}.`),
      papers,
      paper: otherNames(listOf(paperField), 'papers'),
      corpus: corpusField,
    })
    .refine(oneQuestion(), { path: ['q'], message: 'give `q`' })

export function valueRoutes(root: FastifyInstance, gloss: Gloss): void {
  const server = root.withTypeProvider<ZodTypeProvider>()

  server.get('/values', {
    config: { isCostly: true },
    schema: {
      summary: 'Find values with their units, what was measured of what, and where',
      tags: ['retrieval'],
      querystring: createValuesQuery(gloss.config),
      response: { 200: documented(FoundValuesShape) },
    },
    async handler({ query: { corpus, k, paper, papers = paper, ...asked } }, reply) {
      const session = await gloss.session(corpus)
      return findValues(session, { query: questionIn(asked), k, papers }, signalOf(reply))
    },
  })

  server.get('/table', {
    config: { isCostly: true },
    schema: {
      summary: 'Tabulate what each paper says: each cell a quotation with its page',
      tags: ['retrieval'],
      querystring: z.strictObject({
        columns,
        papers,
        paper: otherNames(listOf(paperField), 'papers'),
        format: z.enum(['json', 'csv']).default('json'),
        corpus: corpusField,
      }),
      response: { 200: documented(PaperTableShape) },
    },
    async handler({ query: { corpus, columns, paper, papers = paper, format } }, reply) {
      const table = await paperTable(await gloss.session(corpus), { columns, papers }, signalOf(reply))
      if (format === 'json') return table
      return reply.header('content-type', 'text/csv; charset=utf-8').send(tableAsCsv(table))
    },
  })

  server.get('/conflicts', {
    config: { isCostly: true },
    schema: {
      summary: 'List values of the same property of the same thing that cannot both hold',
      tags: ['retrieval'],
      querystring: z.strictObject({ limit: limitField, corpus: corpusField }),
      response: { 200: documented(ConflictsShape) },
    },
    handler: async ({ query: { corpus, limit } }, reply) =>
      findConflicts(await gloss.session(corpus), { limit }, signalOf(reply)),
  })
}

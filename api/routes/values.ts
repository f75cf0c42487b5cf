/** Values with their units over a corpus, a table of the papers, and values that contradict each other. */
import { z } from 'zod'
import {
  ConflictsShape,
  DEFAULT_VALUES,
  FoundValuesShape,
  findConflicts,
  findValues,
  PaperTableShape,
  paperTable,
  tableAsCsv,
} from '../../app/values/index.ts'
import type { Config, Gloss } from '../../app/wiring/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { corpusField, documented, limitField, paperField, typed, type ZodServer } from '../http/fields.ts'
import {
  askedQuestion,
  hitsField,
  listOf,
  oneQuestion,
  otherNames,
  questionIn,
} from '../http/question-fields.ts'

// Limits columns, each of which takes a pass over the texts of every paper.
const MAX_COLUMN_CHARACTERS = 200

const papers = listOf(paperField).exactOptional().describe('Comma-separated ids or file names of papers.')
const columns = listOf(z.string().trim().min(1).max(MAX_COLUMN_CHARACTERS)).describe(
  'What to find in each paper: species,dose,IC50.',
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

export function valueRoutes(server: ZodServer, gloss: Gloss): void {
  server.get('/values', {
    config: { isCostly: true },
    schema: {
      summary: 'Find values with their units, properties, subjects and places',
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
      querystring: z.strictObject({
        columns,
        papers,
        paper: otherNames(listOf(paperField), 'papers'),
        format: z.enum(['json', 'csv']).default('json'),
        corpus: corpusField,
      }),
      response: { 200: typed('By `format`', ['application/json', 'text/csv'], PaperTableShape) },
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
      summary: 'List conflicting values of the same property of the same thing',
      querystring: z.strictObject({ limit: limitField, corpus: corpusField }),
      response: { 200: documented(ConflictsShape) },
    },
    handler: async ({ query: { corpus, limit } }, reply) =>
      findConflicts(await gloss.session(corpus), { limit }, signalOf(reply)),
  })
}

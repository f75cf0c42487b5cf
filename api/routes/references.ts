/** What a paper cites and what cites it. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { paperReferences } from '../../app/references/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { CorpusQuery, documented, PaperParams } from '../http/fields.ts'

const Retraction = z
  .object({ nature: z.string(), date: z.string(), reason: z.string() })
  .meta({ title: 'Retraction' })
  .nullable()
  .describe('As the list of GLOSS_RETRACTIONS has it; null for what is not on it.')

const NamedPaper = z
  .object({ id: z.string(), title: z.string(), year: z.int().nullable(), retraction: Retraction })
  .meta({ title: 'NamedPaper' })

const text = z.string().optional()
const Fields = z
  .object({
    ...{ author: text, title: text, journal: text, book: text, volume: text },
    ...{ issue: text, pages: text, date: text, doi: text, arxiv: text },
  })
  .meta({ title: 'ReferenceFields' })

const Reference = z
  .object({
    number: z.int().nullable().describe('As the list numbers it; null in lists without numbers.'),
    raw: z.string(),
    fields: Fields,
    paper: z
      .string()
      .nullable()
      .describe('The paper of the corpus that it is; null where it is not among them.'),
    retraction: Retraction,
    cited: z
      .array(z.array(z.int()))
      .describe('Start and end of each place that points to it, in the text of the paper.'),
  })
  .meta({ title: 'Reference' })

const PaperReferences = NamedPaper.extend({
  references: z.array(Reference),
  citedBy: z.array(NamedPaper).describe('Papers of the corpus whose lists have this one.'),
  versions: z
    .array(NamedPaper)
    .describe('Other papers of the corpus that are the same work, such as its preprint.'),
}).meta({ title: 'PaperReferences' })

export function referenceRoutes(root: FastifyInstance, gloss: Gloss): void {
  root.withTypeProvider<ZodTypeProvider>().get('/papers/:id/references', {
    schema: {
      summary: 'List what a paper cites, where it does so, and what cites it',
      tags: ['papers'],
      params: PaperParams,
      querystring: CorpusQuery,
      response: { 200: documented(PaperReferences) },
    },
    handler: async ({ params: { id: paper }, query: { corpus } }) => {
      const { references, ...found } = await paperReferences(gloss, { corpus, paper })
      const shown = references.map(({ cited, ...reference }) => ({
        ...reference,
        cited: cited.map((place) => [...place]),
      }))
      return { ...found, references: shown, citedBy: [...found.citedBy], versions: [...found.versions] }
    },
  })
}

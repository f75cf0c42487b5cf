/** POST /rag: the texts of the best units, in the shape of the published retrieval service: a JSON array within a JSON string. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Gloss, searchTexts } from '../../app/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { corpusField, documented } from '../http/fields.ts'
import { oneQuestion } from '../http/question-fields.ts'

const RagAnswer = z.object({
  output: z.string().describe('A JSON array of strings as text; "[]" if nothing was found.'),
})

export function ragRoutes(root: FastifyInstance, gloss: Gloss): void {
  const server = root.withTypeProvider<ZodTypeProvider>()
  const RagBody = z
    .strictObject({
      query: z.string().max(gloss.config.maxQueryCharacters).optional(),
      q: z.string().max(gloss.config.maxQueryCharacters).optional().describe('The same as `query`.'),
      k: z
        .number()
        .int()
        .min(1)
        .max(gloss.config.maxHits)
        .optional()
        .describe('Number of texts. Default: 3.'),
      corpus: corpusField,
    })
    .refine(oneQuestion(['query', 'q']), { path: ['query'], message: 'give the question as `query` or `q`' })

  server.post('/rag', {
    schema: {
      summary: 'Get the texts of the best units for a question (`output` is JSON within a string)',
      tags: ['tools'],
      body: RagBody,
      response: { 200: documented(RagAnswer) },
    },
    async handler({ body: { q = '', query = q, k, corpus } }, reply) {
      const asked = { query, ...(k === undefined ? {} : { k }), ...(corpus === undefined ? {} : { corpus }) }
      return { output: JSON.stringify(await searchTexts(gloss, asked, signalOf(reply))) }
    },
  })
}

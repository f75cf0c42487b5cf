/** POST /rag: the texts of the best units, in the form of the published retrieval service: a JSON array within a JSON string. */
import { z } from 'zod'
import { retrieveTexts } from '../../app/think/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { corpusField, documented, type ZodServer } from '../http/fields.ts'
import {
  backendField,
  filterField,
  oneQuestion,
  presetField,
  questionFields,
  questionIn,
} from '../http/question-fields.ts'

const RagAnswer = z.object({
  output: z.string().describe('A JSON array of strings as text; "[]" if nothing was found.'),
})

export function ragRoutes(server: ZodServer, gloss: Gloss): void {
  const RagBody = z
    .strictObject({
      // An empty question has no texts, as in the published service.
      ...questionFields('query', z.string().max(gloss.config.maxQueryCharacters)),
      k: z
        .number()
        .int()
        .min(1)
        .max(gloss.config.maxHits)
        .optional()
        .describe('Number of texts. Default: 3.'),
      corpus: corpusField,
      backend: backendField,
      filter: filterField.exactOptional(),
      hasSifter: z
        .boolean()
        .exactOptional()
        .describe('Whether the sifter judges the texts, if it has a model. Default: true.'),
      preset: presetField,
    })
    .refine(oneQuestion(), { path: ['query'], message: 'give the question as `query` or `q`' })

  server.post('/rag', {
    schema: {
      summary: 'Get the texts of the best units for a question (`output` is JSON within a string)',
      body: RagBody,
      response: { 200: documented(RagAnswer) },
    },
    async handler({ body: { q, query, question, ...rest } }, reply) {
      const asked = { ...rest, query: questionIn({ q, query, question }) }
      const texts = await retrieveTexts(gloss, asked, signalOf(reply))
      return { output: JSON.stringify(texts) }
    },
  })
}

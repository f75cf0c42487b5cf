/** What a paper cites and what cites it. */
import { PaperReferencesShape, paperReferences } from '../../app/references/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { CorpusQuery, documented, PaperParams, type ZodServer } from '../http/fields.ts'

export function referenceRoutes(server: ZodServer, gloss: Gloss): void {
  server.get('/papers/:id/references', {
    schema: {
      summary: 'List the works a paper cites, each place, and what cites it',
      params: PaperParams,
      querystring: CorpusQuery,
      response: { 200: documented(PaperReferencesShape) },
    },
    handler: ({ params: { id: paper }, query: { corpus } }) => paperReferences(gloss, { corpus, paper }),
  })
}

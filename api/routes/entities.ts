/** The names of the entity graph: searched by a part of them, or one with all that is known about it. */
import { nameDetails, searchNames } from '../../app/graph/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { CorpusQuery, documented, type ZodServer } from '../http/fields.ts'
import { questionIn } from '../http/question-fields.ts'
import { EntitiesAnswer, EntitiesQuery, EntityAnswer, EntityParams } from './graph-schemas.ts'

export function entityRoutes(server: ZodServer, gloss: Gloss): void {
  server.get('/entities', {
    schema: {
      summary: 'Search names by text, best match and most frequent first',
      querystring: EntitiesQuery,
      response: { 200: documented(EntitiesAnswer) },
    },
    async handler({ query: { corpus, limit, kinds = null, kind = kinds, ...asked } }) {
      const session = await gloss.session(corpus)
      return { corpus: session.name, names: await searchNames(session, questionIn(asked), limit, kind) }
    },
  })

  server.get('/entities/:name', {
    schema: {
      summary: 'Get a name: spellings, occurrences, co-occurring names and facts',
      params: EntityParams,
      querystring: CorpusQuery,
      response: { 200: documented(EntityAnswer) },
    },
    handler: async ({ params: { name }, query: { corpus } }) =>
      nameDetails(await gloss.session(corpus), name),
  })
}

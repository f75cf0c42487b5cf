/** The names of the entity graph: looked up by a part of them, or one with all that is known of it. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type Gloss, nameDetails, searchNames } from '../../app/index.ts'
import { CorpusQuery, documented } from '../http/fields.ts'
import { EntitiesAnswer, EntitiesQuery, EntityAnswer, EntityParams } from './graph-schemas.ts'

export function entityRoutes(root: FastifyInstance, gloss: Gloss): void {
  const server = root.withTypeProvider<ZodTypeProvider>()

  server.get('/entities', {
    schema: {
      summary: 'Names with some letters in them, the best fitting and most frequent first',
      tags: ['graph'],
      querystring: EntitiesQuery,
      response: { 200: documented(EntitiesAnswer) },
    },
    async handler({ query: { corpus, q, limit } }) {
      const session = await gloss.session(corpus)
      return { corpus: session.name, names: await searchNames(session, q, limit) }
    },
  })

  server.get('/entities/:name', {
    schema: {
      summary: 'A name: how it is written, where it stands, what is met with it and said of it',
      tags: ['graph'],
      params: EntityParams,
      querystring: CorpusQuery,
      response: { 200: documented(EntityAnswer) },
    },
    handler: async ({ params: { name }, query: { corpus } }) =>
      nameDetails(await gloss.session(corpus), name),
  })
}

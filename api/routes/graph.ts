/** GET /graph: names and units around a name, or around the hits of a question, small enough to be drawn. */
import { SubgraphShape, subgraph } from '../../app/graph/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { documented, type ZodServer } from '../http/fields.ts'
import { createGraphQuery } from './graph-schemas.ts'

export function graphRoutes(server: ZodServer, gloss: Gloss): void {
  server.get('/graph', {
    config: { isCostly: true },
    schema: {
      summary: 'Get the graph around a name or a question, with communities and the path to each hit',
      querystring: createGraphQuery(gloss.config),
      response: { 200: documented(SubgraphShape) },
    },
    handler: async ({ query: { corpus, q, query = q, question = query, ...request } }, reply) =>
      subgraph(await gloss.session(corpus), { ...request, query: question }, signalOf(reply)),
  })
}

/** Liveness, readiness and metrics: for supervisors, load balancers and Prometheus. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Integrity } from '../../app/corpora/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { GlossError } from '../../core/index.ts'
import { documented, typed } from '../http/fields.ts'
import type { Metrics } from '../http/metrics.ts'

const HEALTHY = '{"status":"ok"}'
const JSON_TYPE = 'application/json; charset=utf-8'

const IndexHealthShape = z.strictObject({
  state: z.enum(['sound', 'mended', 'broken']),
  checked: z.int(),
  mended: z.int(),
  broken: z.int(),
})

const IntegrityShape = z.strictObject({
  state: z.enum(['checking', 'sound', 'damaged']),
  corpora: z.int(),
  checked: z.int(),
  damaged: z.int(),
})

export function healthRoutes(
  server: FastifyInstance,
  gloss: Gloss,
  metrics: Metrics,
  integrity?: () => Integrity,
): void {
  server.get('/health', {
    schema: {
      summary:
        'Check that the process is alive and, for corpora in PostgreSQL, whether their indexes can be read',
      response: {
        200: documented(z.object({ status: z.literal('ok'), indexes: IndexHealthShape.optional() })),
      },
    },
    handler: (_, reply) =>
      gloss.workspace.shared === undefined
        ? reply.header('content-type', JSON_TYPE).send(HEALTHY)
        : reply.send({ status: 'ok', indexes: gloss.indexes.health() }),
  })

  server.get('/ready', {
    schema: {
      summary: 'Check that the server accepts requests and has opened the default corpus, if there is one',
      response: {
        200: documented(z.object({ status: z.literal('ready'), integrity: IntegrityShape.optional() })),
      },
    },
    async handler() {
      if (server.life.isStopping()) throw new GlossError('STOPPING', 'The server is shutting down.')
      const corpora = await gloss.workspace.listCorpora()
      if (corpora.includes(await gloss.defaultCorpus('read'))) await gloss.session()
      return { status: 'ready', ...(integrity === undefined ? {} : { integrity: integrity() }) }
    },
  })

  server.get('/metrics', {
    schema: {
      summary: 'Metrics in the Prometheus format',
      response: {
        200: typed('Metrics', ['text/plain']),
      },
    },
    handler: async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  })
}

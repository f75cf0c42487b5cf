/** POST /compare: what several backends find for the same questions, side by side, and how far they agree. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { compareAnswers } from '../../app/compare/index.ts'
import { COMPARED_BACKENDS, type Gloss } from '../../app/wiring/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { documented } from '../http/fields.ts'
import { sendInPieces } from '../http/json-pieces.ts'
import { CompareAnswer, createCompareBody } from './compare-schemas.ts'

export function compareRoutes(root: FastifyInstance, gloss: Gloss): void {
  const server = root.withTypeProvider<ZodTypeProvider>()

  server.post('/compare', {
    schema: {
      summary: 'Compare the hits of several backends and their overlap',
      tags: ['retrieval'],
      body: createCompareBody(gloss.config),
      response: { 200: documented(CompareAnswer) },
    },
    async handler({ body: { backends = [...COMPARED_BACKENDS], ...request } }, reply) {
      return sendInPieces(reply, await compareAnswers(gloss, { ...request, backends }, signalOf(reply)))
    },
  })
}

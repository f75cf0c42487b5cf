/** POST /compare: what several backends find for the same questions, side by side, and how far the backends agree. */
import { z } from 'zod'
import { CompareShape, compareAnswers } from '../../app/compare/index.ts'
import { listNames } from '../../app/config/index.ts'
import {
  BACKEND_NAMES,
  COMPARED_BACKENDS,
  type Config,
  EXPERIMENTAL_BACKENDS,
  FUSION_NAMES,
  type Gloss,
  questionField,
} from '../../app/wiring/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { corpusField, documented, type ZodServer } from '../http/fields.ts'
import { sendInPieces } from '../http/json-pieces.ts'
import { hitsField } from '../http/question-fields.ts'

// Questions of one comparison, each asked of every backend. Chosen, not measured.
const MAX_QUERIES = 50

function createCompareBody(config: Config) {
  return z.strictObject({
    queries: z.array(questionField(config)).min(1).max(MAX_QUERIES),
    backends: z
      .array(z.enum(BACKEND_NAMES))
      .min(1)
      .exactOptional()
      .describe(`${listNames(BACKEND_NAMES, EXPERIMENTAL_BACKENDS)}. Default: those that use no model.`),
    k: hitsField(config),
    fusion: z.enum(FUSION_NAMES).exactOptional().describe('How `hybrid` combines BM25 and cosine.'),
    corpus: corpusField,
  })
}

export function compareRoutes(server: ZodServer, gloss: Gloss): void {
  server.post('/compare', {
    schema: {
      summary: 'Compare the hits of several backends and their overlap',
      body: createCompareBody(gloss.config),
      response: { 200: documented(CompareShape) },
    },
    async handler({ body: { backends = [...COMPARED_BACKENDS], ...request } }, reply) {
      return sendInPieces(reply, await compareAnswers(gloss, { ...request, backends }, signalOf(reply)))
    },
  })
}

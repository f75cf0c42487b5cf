/** POST /execute: Python in the sandbox, in the shape of the published interpreter service. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { executeCode, type Gloss } from '../../app/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { corpusField, documented } from '../http/fields.ts'

// The published service has no upper bound; an hour is above what its agents ask for. Chosen, not measured.
const MAX_TIMEOUT_SECONDS = 3_600
const DEFAULT_TIMEOUT_SECONDS = 180
const MS_PER_SECOND = 1_000

const ExecuteBody = z.strictObject({
  code: z
    .string()
    .describe('Python. `search_local_documents`, `web_search` and `web_parse` are there without import.'),
  timeout: z
    .number()
    .positive()
    .max(MAX_TIMEOUT_SECONDS)
    .default(DEFAULT_TIMEOUT_SECONDS)
    .describe('Seconds after which the code is stopped.'),
  corpus: corpusField,
})

const ExecuteAnswer = z.object({
  output: z.string().describe('What the code printed, 20,000 characters at the most.'),
  error: z
    .string()
    .nullable()
    .describe('The traceback, or why the code was stopped; null where it came to its end.'),
  execution_time: z.number().describe('Seconds.'),
})

export function executeRoutes(root: FastifyInstance, gloss: Gloss): void {
  const server = root.withTypeProvider<ZodTypeProvider>()

  server.post('/execute', {
    schema: {
      summary: 'Runs Python in a sandbox without network; only where GLOSS_EXECUTE=1 is set',
      tags: ['tools'],
      body: ExecuteBody,
      response: { 200: documented(ExecuteAnswer) },
    },
    async handler({ body: { code, timeout, corpus } }, reply) {
      const request = {
        code,
        timeoutMs: timeout * MS_PER_SECOND,
        ...(corpus === undefined ? {} : { corpus }),
      }
      const { output, error, executionTime } = await executeCode(gloss, request, signalOf(reply))
      return { output, error, execution_time: executionTime }
    },
  })
}

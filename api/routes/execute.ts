/** POST /execute: runs Python in the sandbox, in the form of the published interpreter service. */
import { z } from 'zod'
import { executeCode } from '../../app/think/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { corpusField, documented, type ZodServer } from '../http/fields.ts'
import { createPlaces } from '../http/places.ts'
import { backendField, filterField, presetField } from '../http/question-fields.ts'

// The published service has no upper limit; an hour is more than its agents ask for. Chosen, not measured.
const MAX_TIMEOUT_SECONDS = 3_600
const DEFAULT_TIMEOUT_SECONDS = 180
const MS_PER_SECOND = 1_000

const ExecuteBody = z.strictObject({
  code: z
    .string()
    .describe('Python code. `search_local_documents`, `web_search` and `web_parse` need no import.'),
  timeout: z
    .number()
    .positive()
    .max(MAX_TIMEOUT_SECONDS)
    .default(DEFAULT_TIMEOUT_SECONDS)
    .describe('Time limit in seconds, from the arrival of the request.'),
  corpus: corpusField,
  k: z
    .number()
    .int()
    .min(1)
    .exactOptional()
    .describe('Texts per query of `search_local_documents`. Default: 3.'),
  backend: backendField,
  filter: filterField.exactOptional(),
  preset: presetField,
})

const ExecuteAnswer = z.object({
  output: z.string().describe('Printed output, at most 20,000 characters.'),
  error: z.string().nullable().describe('The traceback, or why the code was stopped; null if it finished.'),
  execution_time: z.number().describe('Seconds.'),
})

export function executeRoutes(server: ZodServer, gloss: Gloss): void {
  const { executions, waitingExecutions } = gloss.config
  const places = createPlaces(gloss.config, { what: 'programs', most: executions + waitingExecutions })

  server.post('/execute', {
    schema: {
      summary: 'Run Python in a sandbox without network access (requires GLOSS_EXECUTE=1)',
      body: ExecuteBody,
      response: { 200: documented(ExecuteAnswer) },
    },
    async handler(request, reply) {
      const { code, timeout, ...search } = request.body
      const leave = places.take(request)
      try {
        const asked = { code, timeoutMs: timeout * MS_PER_SECOND, search }
        const { output, error, executionTime } = await executeCode(gloss, asked, signalOf(reply))
        return { output, error, execution_time: executionTime }
      } finally {
        leave()
      }
    },
  })
}

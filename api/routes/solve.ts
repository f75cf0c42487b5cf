/** POST /solve: solves a question with a pattern of agents. Answers with a stream of events or with one object at the end. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { canAskModel, type Gloss, type RunRecord, startDemonstration, startRun } from '../../app/index.ts'
import { GlossError } from '../../core/index.ts'
import { streamEvents } from '../http/event-stream.ts'
import { documented } from '../http/fields.ts'
import { listedRun, wholeRun } from '../runs/run-answer.ts'
import type { RunManager } from '../runs/run-manager.ts'
import { createSolveBody, DemonstrationBody, ListedRun, RunShape } from '../runs/schemas.ts'

const answers = {
  200: {
    description: 'The finished run, or its events',
    content: {
      'application/json': { schema: documented(RunShape) },
      'text/event-stream': { schema: documented(z.string()) },
    },
  },
  202: documented(ListedRun),
}

export function solveRoutes(root: FastifyInstance, gloss: Gloss, runs: RunManager): void {
  const server = root.withTypeProvider<ZodTypeProvider>()

  server.post('/solve', {
    schema: {
      summary:
        'Solve a question with a pattern of agents; `Accept: text/event-stream` streams the events, `Prefer: respond-async` returns at once',
      tags: ['solver'],
      body: createSolveBody(gloss.config),
      response: answers,
    },
    async handler({ body: { question, ...plan }, headers }, reply) {
      if (!canAskModel(gloss.config))
        throw new GlossError('MODEL_UNCONFIGURED', 'Solving needs a chat model, and none is configured.')
      const { solveTokens } = gloss.config
      const budget = { ...(solveTokens === 0 ? {} : { tokens: solveTokens }), ...plan.budget }
      const asked = { question: { id: 'asked', text: question }, ...plan, budget }
      const record = await startRun(gloss, asked)
      return answer(record, headers, reply)
    },
  })

  server.post('/solve/demonstration', {
    schema: {
      summary: 'Run a demonstration with scripted answers, without a model',
      tags: ['solver'],
      body: DemonstrationBody,
      response: answers,
    },
    async handler({ body, headers }, reply) {
      const record = await startDemonstration(gloss, server.life.signal, body?.pattern)
      return answer(record, headers, reply)
    },
  })

  async function answer(record: RunRecord, headers: IncomingHttpHeaders, reply: FastifyReply) {
    const log = runs.start(record)
    reply.header('location', `/runs/${record.id}`)
    if (/\btext\/event-stream\b/.test(headers.accept ?? ''))
      return streamEvents(reply, log, { lastNumber: 0, signal: server.life.signal })
    if (/\brespond-async\b/.test(String(headers['prefer'] ?? '')))
      return reply.code(202).send(listedRun(record, true))
    await runs.ended(record.id)
    return reply.send(await wholeRun(await gloss.runs().get(record.id), log, false))
  }
}

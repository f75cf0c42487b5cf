/** POST /solve: solves a question with a pattern of agents. Answers with a stream of events or with one object at the end. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hideServers } from '../../app/proxy/index.ts'
import { type RunRecord, startDemonstration, startRun } from '../../app/solve/index.ts'
import { canAskModel } from '../../app/think/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { GlossError } from '../../core/index.ts'
import { streamEvents } from '../http/event-stream.ts'
import { documented, typed, type ZodServer } from '../http/fields.ts'
import { hideInEvents } from '../http/hide-run-servers.ts'
import type { RequestPlaces } from '../http/places.ts'
import { questionIn } from '../http/question-fields.ts'
import { listedRun, wholeRun } from '../runs/run-answer.ts'
import type { RunManager } from '../runs/run-manager.ts'
import { createSolveBody, DemonstrationBody, ListedRun, RunShape } from '../runs/schemas.ts'

const answers = {
  200: typed('The finished run, or its events', ['application/json', 'text/event-stream'], RunShape),
  202: documented(ListedRun),
}

export function solveRoutes(
  server: ZodServer,
  gloss: Gloss,
  runs: RunManager,
  watchers: RequestPlaces,
): void {
  server.post('/solve', {
    schema: {
      summary:
        'Solve a question with a pattern of agents; `Accept: text/event-stream` streams the events, `Prefer: respond-async` returns at once',
      body: createSolveBody(gloss.config),
      response: answers,
    },
    async handler(request, reply) {
      if (!canAskModel(gloss.config))
        throw new GlossError('MODEL_UNCONFIGURED', 'Solving needs a chat model, and none is configured.')
      const { q, query, question, ...plan } = request.body
      const { solveTokens } = gloss.config
      const budget = { ...(solveTokens === 0 ? {} : { tokens: solveTokens }), ...plan.budget }
      const asked = { question: { id: 'asked', text: questionIn({ q, query, question }) }, ...plan, budget }
      return await solve(request, reply, () => startRun(gloss, asked))
    },
  })

  server.post('/solve/demonstration', {
    schema: {
      summary: 'Run a demonstration with scripted answers, without a model',
      body: DemonstrationBody,
      response: answers,
    },
    handler: (request, reply) =>
      solve(request, reply, () => startDemonstration(gloss, server.life.signal, request.body?.pattern)),
  })

  /** Solves a question. Takes a place before the run is stored: no run is recorded without a worker. */
  async function solve(request: FastifyRequest, reply: FastifyReply, create: () => Promise<RunRecord>) {
    const { headers } = request
    const isStreamed = /\btext\/event-stream\b/.test(headers.accept ?? '')
    const onEnd = isStreamed ? watchers.take(request) : () => undefined
    const { record, log } = await started(request, create).catch((error: unknown) => {
      onEnd()
      throw error
    })
    reply.header('location', `/runs/${record.id}`)
    if (isStreamed) {
      const events = hideInEvents(log, hideServers(gloss.config))
      return streamEvents(reply, events, { lastNumber: 0, signal: server.life.signal, onEnd })
    }
    if (/\brespond-async\b/.test(String(headers['prefer'] ?? '')))
      return reply.code(202).send(listedRun(record, true))
    await runs.ended(record.id)
    return reply.send(await wholeRun(await gloss.runs().get(record.id), log, false))
  }

  async function started(request: FastifyRequest, create: () => Promise<RunRecord>) {
    const onEnd = runs.places.take(request)
    try {
      const record = await create()
      return { record, log: runs.start(record, { onEnd }) }
    } catch (error) {
      onEnd()
      throw error
    }
  }
}

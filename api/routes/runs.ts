/** Solver runs: list, read, watch, cancel and resume. */
import { z } from 'zod'
import { hideServers } from '../../app/proxy/index.ts'
import { checkResume, type RunRecord, readRunTrace } from '../../app/solve/index.ts'
import { markAnswer } from '../../app/verify/index.ts'
import { checkedInput, type Gloss } from '../../app/wiring/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { streamEvents } from '../http/event-stream.ts'
import { documented, typed, wholeNumber, type ZodServer } from '../http/fields.ts'
import { hideInEvents, hideRunServers } from '../http/hide-run-servers.ts'
import type { RequestPlaces } from '../http/places.ts'
import { listedRun, wholeRun } from '../runs/run-answer.ts'
import type { RunManager } from '../runs/run-manager.ts'
import { ListedRun, ResumeBody, RunParams, RunShape, RunsQuery, TraceQuery } from '../runs/schemas.ts'

export function runRoutes(server: ZodServer, gloss: Gloss, runs: RunManager, watchers: RequestPlaces): void {
  traceRoute(server, gloss)
  resumeRoute(server, gloss, runs)
  const listed = async (record: RunRecord) => listedRun(record, await runs.isUnderWay(record))

  server.get('/runs', {
    schema: {
      summary: 'List the solver runs of this workspace, newest first',
      querystring: RunsQuery,
      response: { 200: documented(z.object({ runs: z.array(ListedRun) })) },
    },
    async handler({ query: { limit } }) {
      const records = await gloss.runs().list(limit)
      return { runs: await Promise.all(records.map(listed)) }
    },
  })

  server.get('/runs/:id', {
    schema: {
      summary: 'Get a run with its candidates, agents and cost',
      params: RunParams,
      response: { 200: documented(RunShape) },
    },
    async handler({ params }) {
      const record = await gloss.runs().get(params.id)
      return wholeRun(record, await runs.watch(record), await runs.isUnderWay(record))
    },
  })

  server.get('/runs/:id/events', {
    schema: {
      summary:
        'Stream a run as server-sent events from its beginning; `Last-Event-ID` resumes a broken connection',
      params: RunParams,
      response: {
        200: typed('Events', ['text/event-stream']),
      },
    },
    async handler(request, reply) {
      const { params, headers } = request
      const last = z.object({ 'last-event-id': wholeNumber.default(0) })
      const { 'last-event-id': lastNumber } = checkedInput(last, headers, 'headers')
      const log = hideInEvents(await runs.watch(await gloss.runs().get(params.id)), hideServers(gloss.config))
      const onEnd = watchers.take(request)
      streamEvents(reply, log, { lastNumber, signal: server.life.signal, onEnd })
    },
  })

  server.post('/runs/:id/cancel', {
    schema: {
      summary: 'Stop a run; its progress is saved and it can be resumed',
      params: RunParams,
      response: { 202: documented(ListedRun) },
    },
    async handler({ params }, reply) {
      const record = await gloss.runs().get(params.id)
      const ended = runs.ended(record.id)
      await runs.cancel(record)
      await ended
      return reply.code(202).send(await listed(await gloss.runs().get(record.id)))
    },
  })
}

function resumeRoute(server: ZodServer, gloss: Gloss, runs: RunManager): void {
  server.post('/runs/:id/resume', {
    schema: {
      summary: 'Resume a stopped run without repeating finished calls',
      params: RunParams,
      body: ResumeBody,
      response: { 202: documented(ListedRun) },
    },
    async handler(request, reply) {
      const { params, body } = request
      const { budget, again = false } = body ?? {}
      const record = await gloss.runs().get(params.id)
      // A completed run has nothing left to ask, unless its failed parts are to be asked again.
      if (record.status !== 'done' || again) {
        const onEnd = runs.places.take(request)
        try {
          await checkResume(gloss, record, budget)
          runs.start(record, { budget, again, onEnd })
        } catch (error) {
          onEnd()
          throw error
        }
      }
      return reply.code(202).send(listedRun(record, await runs.isUnderWay(record)))
    },
  })
}

function traceRoute(server: ZodServer, gloss: Gloss): void {
  server.get('/runs/:id/trace', {
    schema: {
      summary: 'Get all that a run was asked, was given and decided, as JSON, Markdown or HTML',
      params: RunParams,
      querystring: TraceQuery,
      response: { 200: documented(z.any()) },
    },
    async handler({ params, query: { format } }, reply) {
      const hide = hideServers(gloss.config)
      const { id, outcome, plan } = await gloss.runs().get(params.id)
      const written = { answer: outcome?.answer ?? '', corpora: [plan.corpus] }
      const marked = await markAnswer(gloss, written, signalOf(reply))
      const trace = await readRunTrace(gloss, id, marked, (pages) => hideRunServers(pages, hide))
      if (format === 'json') return trace.object
      reply.type(`text/${format}; charset=utf-8`)
      return reply.serializer(String).send(format === 'html' ? trace.html() : trace.markdown())
    },
  })
}

/** Ingest jobs: their state, their progress as server-sent events, and their cancellation. */
import { z } from 'zod'
import { checkedInput } from '../../app/wiring/index.ts'
import { streamEvents } from '../http/event-stream.ts'
import { documented, typed, wholeNumber, type ZodServer } from '../http/fields.ts'
import type { RequestPlaces } from '../http/places.ts'
import type { Jobs } from '../jobs/job.ts'

const JobParams = z.strictObject({ id: z.uuid() })
export const JobShape = z
  .looseObject({
    id: z.string(),
    corpus: z.string(),
    state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
    waitsFor: z
      .string()
      .nullable()
      .describe('Why the job waits although it is next, such as another process writing the corpus.'),
    papers: z.int().describe('Number of papers finished so far.'),
    files: z.array(z.string()),
    ended: z.string().nullable(),
    result: z
      .looseObject({
        seen: z.int(),
        kept: z.int(),
        units: z.int(),
        copies: z.int(),
        skipped: z.record(z.string(), z.int()),
        unknownKinds: z
          .record(z.string(), z.int())
          .describe('Skipped files of unsupported kinds, by extension.'),
        seconds: z.number(),
      })
      .nullable(),
    problem: z.looseObject({ detail: z.string(), help: z.string() }).nullable(),
  })
  .meta({ title: 'Job' })

export function jobRoutes(server: ZodServer, jobs: Jobs, watchers: RequestPlaces): void {
  server.get('/jobs', {
    schema: {
      summary: 'List the jobs since the server started, newest first',
      response: { 200: documented(z.object({ jobs: z.array(JobShape) })) },
    },
    handler: async () => ({ jobs: await jobs.list() }),
  })

  server.get('/jobs/:id', {
    schema: {
      summary: 'Get a job',
      params: JobParams,
      response: { 200: documented(JobShape) },
    },
    handler: async ({ params }) => jobs.get(params.id),
  })

  server.delete('/jobs/:id', {
    schema: {
      summary: 'Cancel a job; papers already finished are kept',
      params: JobParams,
      response: { 202: documented(JobShape) },
    },
    handler: async ({ params }, reply) => reply.code(202).send(await jobs.cancel(params.id)),
  })

  server.get('/jobs/:id/events', {
    schema: {
      summary:
        'Stream the progress of a job as server-sent events; `Last-Event-ID` resumes a broken connection',
      params: JobParams,
      response: {
        200: typed('Events', ['text/event-stream']),
      },
    },
    async handler(request, reply) {
      const {
        params: { id },
        headers,
      } = request
      await jobs.get(id)
      const last = z.object({ 'last-event-id': wholeNumber.default(0) })
      const { 'last-event-id': lastNumber } = checkedInput(last, headers, 'headers')
      const source = {
        after: (number: number) => jobs.eventsAfter(id, number),
        watch: (listener: () => void) => jobs.watch(id, listener),
        isEnded: async () => (await jobs.get(id)).ended !== null,
      }
      const onEnd = watchers.take(request)
      streamEvents(reply, source, { lastNumber, signal: server.life.signal, onEnd })
    },
  })
}

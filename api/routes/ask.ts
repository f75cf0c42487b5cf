/** POST /ask: answers a question from the papers with numbered citations, as one object or as events while it is written. */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  AskAnswerShape,
  type AskEvent,
  type AskRequest,
  ask,
  DEFAULT_SOURCES,
  MAX_SOURCES,
} from '../../app/ask/index.ts'
import { listNames } from '../../app/config/index.ts'
import { type HideAddresses, hideServers } from '../../app/proxy/index.ts'
import { BACKEND_NAMES, EXPERIMENTAL_BACKENDS, type Gloss } from '../../app/wiring/index.ts'
import { GlossError, isGlossError } from '../../core/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { createEventLog, type EventLog } from '../http/event-log.ts'
import { streamEvents } from '../http/event-stream.ts'
import { corpusField, typed, type ZodServer } from '../http/fields.ts'
import { placeOf } from '../http/limit-chats.ts'
import type { RequestPlaces } from '../http/places.ts'
import { askedQuestion, oneQuestion, questionIn } from '../http/question-fields.ts'

/** Adds the route. `places`: for all questions in progress. */
export function askRoutes(server: ZodServer, gloss: Gloss, places: RequestPlaces): void {
  const hide = hideServers(gloss.config)
  const AskBody = z
    .strictObject({
      ...askedQuestion(gloss.config, 'question'),
      corpus: corpusField,
      backend: z
        .enum(BACKEND_NAMES)
        .optional()
        .describe(`Retrieval backend: ${listNames(BACKEND_NAMES, EXPERIMENTAL_BACKENDS)}. Default: auto.`),
      k: z
        .int()
        .min(1)
        .max(MAX_SOURCES)
        .optional()
        .describe(`Maximum units to base the answer on. Default: ${DEFAULT_SOURCES}.`),
      model: z.string().max(200).optional().describe('Model to use, if not the configured one.'),
      usesModel: z.boolean().optional().describe('False: the best statements verbatim, without a model.'),
    })
    .refine(oneQuestion(), { path: ['question'], message: 'give the question as `question`, `query` or `q`' })

  server.post('/ask', {
    preHandler: placeOf(places),
    schema: {
      summary:
        'Answer a question from the papers, with numbered citations; `Accept: text/event-stream` streams it',
      body: AskBody,
      response: {
        200: typed(
          'The answer, or its events: `sources`, `text`, `answer`; `failure` ends it early',
          ['application/json', 'text/event-stream'],
          AskAnswerShape,
        ),
      },
    },
    async handler({ body: { q, query, question, ...rest }, headers }, reply) {
      const body = { ...rest, question: questionIn({ q, query, question }) }
      if (/\btext\/event-stream\b/.test(headers.accept ?? '')) return stream(body, reply)
      for await (const event of ask(gloss, body, signalOf(reply)))
        if (event.type === 'answer') return reply.send(event.answer)
      throw new GlossError('INTERNAL', 'A question ended without an answer.')
    },
  })

  async function stream(request: AskRequest, reply: FastifyReply): Promise<void> {
    const signal = AbortSignal.any([server.life.signal, signalOf(reply)])
    const events = ask(gloss, request, signal)
    // Faults of the request are answered with a status, before the stream begins.
    const first = await events.next()
    const log = createEventLog()
    let isEnded = false
    void pushAll(first, events, { log, reply, hide, signal }).finally(() => {
      isEnded = true
      log.wake()
    })
    streamEvents(reply, { ...log, isEnded: () => isEnded }, { lastNumber: 0, signal })
  }
}

/** Writes the events. Never rejects: a failure is the last event. */
async function pushAll(
  first: IteratorResult<AskEvent>,
  events: AsyncGenerator<AskEvent>,
  {
    log,
    reply,
    hide,
    signal,
  }: Readonly<{ log: EventLog; reply: FastifyReply; hide: HideAddresses; signal: AbortSignal }>,
): Promise<void> {
  try {
    for (let next = first; next.done !== true; next = await events.next()) {
      const { value } = next
      if (value.type === 'answer') log.push('answer', value.answer)
      else if (value.type === 'text') log.push('text', { text: value.text })
      else log.push('sources', { sources: value.sources })
    }
  } catch (error) {
    if (!isGlossError(error) && !signal.aborted) reply.log.error({ err: error }, 'an answer was interrupted')
    const known = isGlossError(error) ? error : new GlossError('INTERNAL', 'The answer was interrupted.')
    log.push('failure', { code: known.code, message: hide(known.message), help: known.help })
  }
}

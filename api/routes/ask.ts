/** POST /ask: a question answered from the papers with numbered citations, as one object or as events while it is written. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  type AskEvent,
  type AskRequest,
  ask,
  BACKEND_NAMES,
  EXPERIMENTAL_BACKENDS,
  type Gloss,
  hideServers,
  listNames,
  type Told,
} from '../../app/index.ts'
import { GlossError, isGlossError } from '../../core/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { createEventLog, type EventLog } from '../http/event-log.ts'
import { streamEvents } from '../http/event-stream.ts'
import { corpusField, documented } from '../http/fields.ts'
import { placeOf } from '../http/limit-chats.ts'
import type { RequestPlaces } from '../http/places.ts'
import { oneQuestion } from '../http/question-fields.ts'

const MOST_SOURCES = 50
const span = z.tuple([z.int(), z.int()])
const box = z
  .object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() })
  .meta({ title: 'Box' })

const Sentence = z
  .object({
    text: z.string().describe('As written, citation marks included.'),
    citations: z.array(z.int()),
    isSupported: z
      .boolean()
      .describe('Whether what it cites has its numbers, quotations and most of its words.'),
  })
  .meta({ title: 'AnswerSentence' })

const Citation = z
  .object({
    n: z.int().describe('What `[1]` in the answer means.'),
    unit: z.string(),
    paper: z.string(),
    title: z.string(),
    year: z.int().nullable(),
    locator: z.string(),
    page: z.int().nullable(),
    span: span.nullable(),
    quote: z.string().describe('The text of the paper at the span.'),
    boxes: z.array(
      z
        .object({ page: z.int(), width: z.number(), height: z.number(), boxes: z.array(box) })
        .meta({ title: 'PageBoxes' }),
    ),
  })
  .meta({ title: 'Citation' })

export const AskAnswerShape = z
  .object({
    question: z.string(),
    corpus: z.string(),
    answer: z.string(),
    sentences: z.array(Sentence),
    citations: z.array(Citation),
    answerable: z.boolean().describe('False where the papers do not say.'),
    by: z
      .enum(['model', 'units'])
      .describe('`units`: no model was asked; the answer is the best units as they are.'),
    unknownCitations: z.array(z.int()).describe('Numbers cited that name no source.'),
    ledger: z.record(z.string(), z.looseObject({})),
  })
  .meta({ title: 'AskAnswer' })

/** `places`: for all questions that are under way. */
export function askRoutes(root: FastifyInstance, gloss: Gloss, places: RequestPlaces): void {
  const server = root.withTypeProvider<ZodTypeProvider>()
  const told = hideServers(gloss.config)
  const questionField = z.string().max(gloss.config.maxQueryCharacters).regex(/\S/, 'is empty')
  const AskBody = z
    .strictObject({
      question: questionField.exactOptional(),
      query: questionField.exactOptional().describe('The same as `question`.'),
      q: questionField.exactOptional().describe('The same as `question`.'),
      corpus: corpusField,
      backend: z
        .enum(BACKEND_NAMES)
        .optional()
        .describe(`Retrieval backend: ${listNames(BACKEND_NAMES, EXPERIMENTAL_BACKENDS)}. Default: auto.`),
      k: z
        .int()
        .min(1)
        .max(MOST_SOURCES)
        .optional()
        .describe('Most units that the answer may rest on. Default: 8.'),
      model: z.string().max(200).optional().describe('Another model than the configured one.'),
      usesModel: z.boolean().optional().describe('False: the best units as they are, without a model.'),
    })
    .refine(oneQuestion(['question', 'query', 'q']), {
      path: ['question'],
      message: 'give the question as `question`, `query` or `q`',
    })

  server.post('/ask', {
    preHandler: placeOf(places),
    schema: {
      summary:
        'Answer a question from the papers, with numbered citations; `Accept: text/event-stream` streams it',
      tags: ['retrieval'],
      body: AskBody,
      response: {
        200: {
          description: 'The answer, or its events: `sources`, `text`, `answer`; `failure` ends it early',
          content: {
            'application/json': { schema: documented(AskAnswerShape) },
            'text/event-stream': { schema: documented(z.string()) },
          },
        },
      },
    },
    async handler({ body: { q = '', query = q, question = query, ...rest }, headers }, reply) {
      const body = { ...rest, question }
      if (/\btext\/event-stream\b/.test(headers.accept ?? '')) return stream(body, reply)
      for await (const event of ask(gloss, body, signalOf(reply)))
        if (event.type === 'answer') return reply.send(event.answer)
      throw new GlossError('INTERNAL', 'A question ended without an answer.')
    },
  })

  async function stream(request: AskRequest, reply: FastifyReply): Promise<void> {
    const signal = AbortSignal.any([server.life.signal, signalOf(reply)])
    const events = ask(gloss, request, signal)
    // What is wrong with the request is answered with a status, before the stream begins.
    const first = await events.next()
    const log = createEventLog()
    let isEnded = false
    void pushAll(first, events, { log, reply, told }).finally(() => {
      isEnded = true
      log.wake()
    })
    streamEvents(reply, { ...log, isEnded: () => isEnded }, { lastNumber: 0, signal })
  }
}

/** Never rejects: a failure is the last event. */
async function pushAll(
  first: IteratorResult<AskEvent>,
  events: AsyncGenerator<AskEvent>,
  { log, reply, told }: Readonly<{ log: EventLog; reply: FastifyReply; told: Told }>,
): Promise<void> {
  try {
    for (let next = first; next.done !== true; next = await events.next()) {
      const { value } = next
      if (value.type === 'answer') log.push('answer', value.answer)
      else if (value.type === 'text') log.push('text', { text: value.text })
      else log.push('sources', { sources: value.sources })
    }
  } catch (error) {
    if (!isGlossError(error)) reply.log.error({ err: error }, 'an answer was interrupted')
    const known = isGlossError(error) ? error : new GlossError('INTERNAL', 'The answer was interrupted.')
    log.push('failure', { code: known.code, message: told(known.message), help: known.help })
  }
}

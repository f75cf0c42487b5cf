/**
 * GET and POST /retrieve. The hot path: a repeated question is answered with the bytes of the last time while the corpus is at the same
 * `seq`; only a new one is checked, retrieved and serialised. Answers are not validated.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  askedCorpora,
  type CorpusSession,
  checkedInput,
  type Gloss,
  openAnswerThreads,
  type RetrieveRequest,
  type SearchedCorpora,
} from '../../app/wiring/index.ts'
import { defined, ID_FORM } from '../../core/index.ts'
import { createByteCache } from '../http/byte-cache.ts'
import { signalOf } from '../http/client-signal.ts'
import { CorpusQuery, documented } from '../http/fields.ts'
import type { Metrics } from '../http/metrics.ts'
import { questionIn } from '../http/question-fields.ts'
import { createRetrieveSchemas, RetrieveAnswers } from './retrieve-schemas.ts'

// Some 2,000 answers of 10 abstracts. Chosen, not measured.
const CACHE_BYTES = 32 * 1024 * 1024
const JSON_TYPE = 'application/json; charset=utf-8'

interface Answering {
  readonly session: SearchedCorpora
  readonly key: string
}

export function retrieveRoutes(server: FastifyInstance, gloss: Gloss, metrics: Metrics): void {
  const schemas = createRetrieveSchemas(gloss.config)
  const answers = createByteCache(CACHE_BYTES)
  metrics.watchCache('answers', answers)
  const numberOf = createNumbering()
  const retrieve = openRetrieving(server, gloss, metrics)

  /** Returns how to answer. The key names the session, not the corpus: a deleted and recreated corpus may reach the same `seq`. */
  async function answering(corpus: unknown, question: string): Promise<Answering> {
    const session = await askedCorpora(gloss, typeof corpus === 'string' ? corpus : undefined)
    const states = session.sessions.map(async (one) => `${numberOf(one)} ${await one.seq()}`)
    return { session, key: `${(await Promise.all(states)).join(' ')} ${question}` }
  }

  function sendKnown(key: string, reply: FastifyReply): FastifyReply | undefined {
    const bytes = answers.get(key)
    if (bytes === undefined) return undefined
    metrics.countAnswer('hit')
    return reply.header('x-gloss-cache', 'hit').header('content-type', JSON_TYPE).send(bytes)
  }

  function sendNew(key: string, bytes: Buffer, reply: FastifyReply): FastifyReply {
    answers.set(key, bytes)
    metrics.countAnswer('miss')
    return reply.header('x-gloss-cache', 'miss').header('content-type', JSON_TYPE).send(bytes)
  }

  server.get('/retrieve', {
    config: { isCostly: true },
    schema: {
      summary: 'Find the units that best answer a question',
      querystring: schemas.query,
      response: { 200: documented(schemas.answer) },
    },
    validatorCompiler: () => () => true,
    async handler(request: FastifyRequest<{ Querystring: { corpus?: unknown } }>, reply) {
      const { session, key } = await answering(request.query.corpus, request.url)
      const known = sendKnown(key, reply)
      if (known !== undefined) return known
      const asked = questionOf(checkedInput(schemas.query, request.query, 'querystring'))
      return sendNew(key, await retrieve(session, asked, signalOf(reply)), reply)
    },
  })

  server.post('/retrieve', {
    schema: {
      summary: 'Find the units that best answer one or more questions',
      querystring: CorpusQuery,
      body: schemas.body,
      response: { 200: documented(schemas.answer.or(RetrieveAnswers)) },
    },
    async handler(request, reply) {
      const body = request.body as z.output<typeof schemas.body>
      const { corpus, q, query = q, question = query, queries, years, ...others } = body
      const rest = years === undefined ? others : { ...others, filter: { years, ...others.filter } }
      const named = corpus ?? (request.query as { corpus?: string }).corpus
      const { session, key } = await answering(named, JSON.stringify(request.body))
      const known = sendKnown(key, reply)
      if (known !== undefined) return known
      const signal = signalOf(reply)
      const ask = (text: string) => retrieve(session, { ...rest, query: text }, signal)
      if (question !== undefined) return sendNew(key, await ask(question), reply)
      // Asked one at a time, so that a hundred long answers do not delay other requests.
      const made: string[] = []
      for (const text of queries ?? []) made.push((await ask(text)).toString())
      return sendNew(key, Buffer.from(`{"answers":[${made.join(',')}]}`), reply)
    },
  })
}

/** Returns a function that retrieves, in this thread or another, and returns the answer as JSON. */
function openRetrieving(server: FastifyInstance, { config, onNotice }: Gloss, metrics: Metrics) {
  const threads = openAnswerThreads(config, onNotice)
  server.addHook('onClose', threads.close)
  return async (session: SearchedCorpora, request: RetrieveRequest, signal: AbortSignal): Promise<Buffer> => {
    const withIds = await withPaperIds(session, request)
    const { json, stages, thread } = await threads.answer(session, withIds, signal)
    metrics.observeAnswer(thread, stages)
    return Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  }
}

/** Replaces names of papers by ids. A complete unknown id finds nothing; any other unknown name is refused with `PAPER_NOT_FOUND`. */
async function withPaperIds(session: SearchedCorpora, request: RetrieveRequest): Promise<RetrieveRequest> {
  const { filter } = request
  if (filter?.papers === undefined || filter.papers.every((paper) => ID_FORM.test(paper))) return request
  const ids: string[] = []
  for (const paper of filter.papers)
    ids.push(...(ID_FORM.test(paper) ? [paper] : await session.paperIds([paper])))
  return { ...request, filter: { ...filter, papers: ids } }
}

type Query = z.output<ReturnType<typeof createRetrieveSchemas>['query']>

function questionOf({
  q,
  query,
  question,
  corpus: _,
  paper,
  papers = paper,
  years,
  topic,
  topics = topic,
  kind,
  kinds = kind,
  ...rest
}: Query): RetrieveRequest {
  const filter = defined({ papers, years, topics, kinds })
  return {
    query: questionIn({ q, query, question }),
    ...rest,
    ...(Object.keys(filter).length > 0 && { filter }),
  }
}

function createNumbering(): (session: CorpusSession) => number {
  const numbers = new WeakMap<CorpusSession, number>()
  let next = 0
  return (session) => {
    const known = numbers.get(session)
    if (known !== undefined) return known
    numbers.set(session, next)
    return next++
  }
}

/** GET /v1/models: the models of the model server, and Gloss's own names. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createScrub, hasUpstream, servedModels } from '../../app/proxy/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { AnswerTooLongError, bytesOfBody, GlossError } from '../../core/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { documented } from '../http/fields.ts'
import { type JsonObject, jsonObject } from './json-object.ts'
import { ANSWER_RULES, passOn, upstreamAnswer } from './pass-on.ts'
import { Model, ModelList } from './schemas.ts'

// The list of a service with some thousand models has 2 MB. Chosen, not measured.
const MAX_LIST_BYTES = 8_000_000

export function modelRoutes(server: FastifyInstance, gloss: Gloss): void {
  const { config } = gloss
  server.get('/v1/models', {
    schema: {
      summary: 'List the models of the model server and of Gloss',
      response: { 200: documented(ModelList) },
    },
    handler: (request, reply) =>
      hasUpstream(config)
        ? sendBoth(gloss, request, reply)
        : withOurs({ object: 'list' }, servedModels(config)),
  })
  server.get<{ Params: { readonly id: string } }>('/v1/models/:id', {
    schema: {
      summary: 'Get a model',
      params: z.object({ id: z.string() }),
      response: { 200: documented(Model) },
    },
    handler: (request, reply) => {
      const { id } = request.params
      return servedModels(config).includes(id) ? ourModel(id) : passOn(gloss, request, reply, { body: null })
    },
  })
}

/** Sends both lists. Extra fields of the model server's list stay; a body that is no list is passed on unchanged. */
async function sendBoth(gloss: Gloss, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const scrub = createScrub(gloss.config)
  const answer = await upstreamAnswer(gloss, request, {
    body: null,
    signal: signalOf(reply),
    isUnpacked: true,
    maxBytes: MAX_LIST_BYTES,
  })
  const bytes = await bytesOfBody(scrub.pieces(answer.body)).catch((cause: unknown) => {
    if (cause instanceof AnswerTooLongError)
      throw new GlossError(
        'MODEL_PROTOCOL',
        `The model server did not return a list of models: ${cause.message}.`,
      )
    throw new GlossError(
      'MODEL_STREAM_BROKEN',
      'The connection was lost before the list of models was complete.',
      {},
      cause,
    )
  })
  const list = answer.status === 200 ? jsonObject(bytes) : null
  for (const [at, name] of answer.headers.entries())
    if (at % 2 === 0 && name.toLowerCase() !== 'content-length')
      reply.header(name, scrub.text(answer.headers[at + 1] ?? ''))
  reply.headers(ANSWER_RULES)
  if (list === null || !Array.isArray(list['data'])) return reply.code(answer.status).send(bytes)
  return reply.send(JSON.stringify(withOurs(list, servedModels(gloss.config))))
}

function withOurs(list: JsonObject, names: readonly string[]): JsonObject {
  const theirs = (list['data'] ?? []) as readonly { readonly id?: unknown }[]
  const known = new Set(theirs.map((model) => model?.id))
  return { ...list, data: [...theirs, ...names.filter((name) => !known.has(name)).map(ourModel)] }
}

function ourModel(id: string): JsonObject {
  return { id, object: 'model', created: 0, owned_by: 'gloss' }
}

/** `/v1/*`: an OpenAI-compatible server. Its routes read bodies as bytes and answer errors in that protocol. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createScrub, hideServers } from '../../app/proxy/index.ts'
import type { Config, Gloss } from '../../app/wiring/index.ts'
import { GlossError } from '../../core/index.ts'
import { INFERENCE_PATHS } from '../access/route-table.ts'
import { limitChats } from '../http/limit-chats.ts'
import type { RequestPlaces } from '../http/places.ts'
import { chatRoutes } from './chat.ts'
import { embeddingRoutes } from './embeddings.ts'
import { modelRoutes } from './models.ts'
import { sendOpenAiError } from './openai-error.ts'
import { ANSWER_RULES, bodyOf, passOn } from './pass-on.ts'

const BYTES_PER_MB = 1024 * 1024
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Adds the routes. `places`: for all requests in progress. */
export function v1Routes(root: FastifyInstance, gloss: Gloss, places: RequestPlaces): void {
  root.register((server, _, done) => {
    const hide = hideServers(gloss.config)
    server.setErrorHandler((error, request, reply) => sendOpenAiError(error, request, reply, hide))
    limitChats(server, places)
    const scrub = createScrub(gloss.config)
    server.addHook('onSend', async (_, reply, payload) => {
      reply.headers(ANSWER_RULES)
      return typeof payload === 'string' ? scrub.text(payload) : payload
    })
    server.removeAllContentTypeParsers()
    const bodyLimit = gloss.config.maxBodyMb * BYTES_PER_MB
    server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (__, body, parsed) =>
      parsed(null, body),
    )
    chatRoutes(server, gloss)
    modelRoutes(server, gloss)
    embeddingRoutes(server, gloss)
    // OpenAPI cannot express a path of any length.
    const passed = { bodyLimit, config: { isCostly: true }, schema: { hide: true } }
    const pass = (request: FastifyRequest, reply: FastifyReply) =>
      passOn(gloss, request, reply, { body: bodyOf(request) })
    for (const path of INFERENCE_PATHS) server.post(path, { ...passed, handler: pass })
    server.get('/v1/models/*', { ...passed, handler: pass })
    server.route({
      ...passed,
      method: METHODS,
      url: '/v1/*',
      handler: (request, reply) => {
        assertPassed(gloss.config, request)
        return pass(request, reply)
      },
    })
    done()
  })
}

/** Checks paths of files, stored answers and keys of the account. Throws `ROUTE_NOT_FOUND` if they are not passed on. */
function assertPassed({ passAll }: Config, { method, url }: FastifyRequest): void {
  if (passAll) return
  throw new GlossError(
    'ROUTE_NOT_FOUND',
    `${method} ${url} is not forwarded, because it requests no answer from a model; GLOSS_PASS_ALL=1 forwards every path for keys with the right "admin".`,
  )
}

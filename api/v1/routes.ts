/** `/v1/*`: this service as an OpenAI-compatible server. Everything here reads bodies as bytes and answers failures in that protocol. */
import type { FastifyInstance } from 'fastify'
import { hideServers } from '../../app/proxy/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { limitChats } from '../http/limit-chats.ts'
import type { RequestPlaces } from '../http/places.ts'
import { chatRoutes } from './chat.ts'
import { embeddingRoutes } from './embeddings.ts'
import { modelRoutes } from './models.ts'
import { sendOpenAiError } from './openai-error.ts'
import { bodyOf, passOn } from './pass-on.ts'

const BYTES_PER_MB = 1024 * 1024
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** `places`: for all requests that are under way. */
export function v1Routes(root: FastifyInstance, gloss: Gloss, places: RequestPlaces): void {
  root.register((server, _, done) => {
    const hide = hideServers(gloss.config)
    server.setErrorHandler((error, request, reply) => sendOpenAiError(error, request, reply, hide))
    limitChats(server, places)
    server.removeAllContentTypeParsers()
    const bodyLimit = gloss.config.maxBodyMb * BYTES_PER_MB
    server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (__, body, parsed) =>
      parsed(null, body),
    )
    chatRoutes(server, gloss)
    modelRoutes(server, gloss)
    embeddingRoutes(server, gloss)
    server.route({
      method: METHODS,
      url: '/v1/*',
      bodyLimit,
      config: { isCostly: true },
      // A path of any length has no spelling in OpenAPI.
      schema: { hide: true },
      handler: (request, reply) => passOn(gloss, request, reply, { body: bodyOf(request) }),
    })
    done()
  })
}

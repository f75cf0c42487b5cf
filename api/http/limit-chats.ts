/** Limits requests that may ask a model for minutes: each takes a place until its answer was sent or its client has disconnected. */
import { finished } from 'node:stream'
import type { FastifyInstance, preHandlerHookHandler } from 'fastify'
import type { RequestPlaces } from './places.ts'

/** Limits all routes of `routes` once their bodies are received. Requests over the limit are refused with `QUEUE_FULL`. */
export function limitChats(routes: FastifyInstance, places: RequestPlaces): void {
  routes.addHook('preHandler', placeOf(places))
}

/** Returns a hook that limits one route. */
export function placeOf(places: RequestPlaces): preHandlerHookHandler {
  return (request, reply, done) => {
    finished(reply.raw, places.take(request))
    done()
  }
}

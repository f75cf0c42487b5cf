/** Requests that may ask a model for minutes: a place for each, left when its answer has gone out or its client has. */
import { finished } from 'node:stream'
import type { FastifyInstance, preHandlerHookHandler } from 'fastify'
import type { RequestPlaces } from './places.ts'

/** For all routes of `routes`, once their bodies are received. Those over the limit are refused with `QUEUE_FULL`. */
export function limitChats(routes: FastifyInstance, places: RequestPlaces): void {
  routes.addHook('preHandler', placeOf(places))
}

/** The same for one route. */
export function placeOf(places: RequestPlaces): preHandlerHookHandler {
  return (request, reply, done) => {
    finished(reply.raw, places.take(request))
    done()
  }
}

/** Keeps corpora that a handler opens open until it has ended and its answer was sent, or its client has disconnected. */
import type { FastifyInstance } from 'fastify'
import type { Gloss } from '../../app/wiring/index.ts'

/** Holds corpora for all routes added to `routes` after this call. */
export function holdCorpora(routes: FastifyInstance, gloss: Gloss): void {
  routes.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = async function (request, reply) {
      const hold = gloss.hold()
      try {
        return await hold.run(() => handler.call(this, request, reply))
      } finally {
        if (reply.raw.writableFinished || reply.raw.destroyed) hold.release()
        else reply.raw.once('close', hold.release)
      }
    }
  })
}

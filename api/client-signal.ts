/** Tells long answers that nobody waits for them any more. */
import type { FastifyReply } from 'fastify'

/** Aborts when the client goes before it has its answer. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

/** Aborts long answers once their client has disconnected. */
import type { FastifyReply } from 'fastify'

/** Returns a signal that aborts if the client disconnects before it has its answer; already aborted if the client has disconnected. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const leave = () => {
    if (!raw.writableFinished) controller.abort()
  }
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return controller.signal
}

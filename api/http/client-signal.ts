/** Aborts long answers once their client has gone. */
import type { FastifyReply } from 'fastify'

/** Aborts when the client goes before it has its answer; at once where it went before this was asked. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const leave = () => {
    if (!raw.writableFinished) controller.abort()
  }
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return controller.signal
}

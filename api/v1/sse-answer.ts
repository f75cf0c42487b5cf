/** A stream of frames to a client: begins with the first frame, waits for slow readers, and sends heartbeats while it is silent. */
import { once } from 'node:events'
import type { FastifyReply } from 'fastify'
import { ANSWER_RULES } from './pass-on.ts'

// Proxies close connections that are silent for a minute or less.
const HEARTBEAT_MS = 15_000
const HEARTBEAT = ': still thinking\n\n'

export function openSseAnswer(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) {
  const { raw } = reply
  let isBegun = false
  const heartbeat = setInterval(() => {
    begin()
    raw.write(HEARTBEAT)
  }, HEARTBEAT_MS)

  function begin(): void {
    if (isBegun) return
    isBegun = true
    reply.hijack()
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      ...ANSWER_RULES,
      ...headers,
    })
  }

  return {
    /** False while a status can still be sent. */
    isBegun: () => isBegun,
    /** Sends frames. Resolves when the client can take more, and rejects if it has disconnected. */
    async write(frames: string) {
      signal.throwIfAborted()
      begin()
      heartbeat.refresh()
      if (!raw.write(frames)) await once(raw, 'drain', { signal })
    },
    end() {
      clearInterval(heartbeat)
      if (isBegun && !raw.writableEnded) raw.end()
    },
  }
}

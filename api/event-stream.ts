/** Server-sent events: what happened so far, then what happens, until the source ends, the client goes or the server stops. */
import type { FastifyReply } from 'fastify'

export interface StreamedEvent {
  readonly number: number
  readonly type: string
  readonly data: unknown
}

export interface EventSource {
  after(number: number): readonly StreamedEvent[]
  watch(listener: () => void): () => void
  /** True when no further event will come. */
  isEnded(): boolean
}

// Proxies close connections that are silent for a minute or less.
const HEARTBEAT_MS = 15_000
const RETRY_MS = 2_000

export function streamEvents(
  reply: FastifyReply,
  source: EventSource,
  { lastNumber, signal }: { lastNumber: number; signal: AbortSignal },
): void {
  reply.hijack()
  const { raw } = reply
  let sent = lastNumber

  function write(): void {
    for (const { number, type, data } of source.after(sent)) {
      raw.write(`id: ${number}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
      sent = number
    }
    if (source.isEnded()) end()
  }

  function end(): void {
    clearInterval(heartbeat)
    unwatch()
    signal.removeEventListener('abort', end)
    if (!raw.writableEnded) raw.end()
  }

  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    connection: 'keep-alive',
  })
  raw.write(`retry: ${RETRY_MS}\n\n`)
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS)
  const unwatch = source.watch(write)
  raw.once('close', end)
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  else write()
}

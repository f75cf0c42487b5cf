/** Sends server-sent events, past ones first, until the source ends, the client disconnects or the server stops. */
import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'

export interface StreamedEvent {
  readonly number: number
  readonly type: string
  readonly data: unknown
}

export interface EventSource {
  /** Returns the next events after `number`, some or all of them; none if there are none yet. */
  after(number: number): readonly StreamedEvent[] | Promise<readonly StreamedEvent[]>
  watch(listener: () => void): () => void
  /** Returns whether there will be no further event. */
  isEnded(): boolean | Promise<boolean>
}

// Proxies close connections that are silent for a minute or less.
const HEARTBEAT_MS = 15_000
const RETRY_MS = 2_000
// How long a client may accept no data while some is waiting. Chosen, not measured.
const STALLED_MS = 60_000

export interface EventStreamOptions {
  readonly lastNumber: number
  readonly signal: AbortSignal
  /** Called at least once when sending has ended. */
  readonly onEnd?: () => void
  /** Overrides the time for which a client may accept no data while some is waiting. Default: a minute. */
  readonly stalledMs?: number
}

export function streamEvents(
  reply: FastifyReply,
  source: EventSource,
  { lastNumber, signal, onEnd = () => undefined, stalledMs = STALLED_MS }: EventStreamOptions,
): void {
  reply.hijack()
  const { raw } = reply
  const left = new AbortController()
  let wake: () => void = () => undefined

  async function send(events: readonly StreamedEvent[]): Promise<void> {
    for (const { number, type, data } of events) {
      const hasRoom = raw.write(`id: ${number}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
      if (!hasRoom) await drained()
    }
  }

  /** Waits for the client. One that accepts nothing for too long is disconnected, since it occupies a place that others wait for. */
  async function drained(): Promise<void> {
    const stalled = setTimeout(() => raw.destroy(), stalledMs)
    try {
      await once(raw, 'drain', { signal: left.signal })
    } finally {
      clearTimeout(stalled)
    }
  }

  /** Sends one piece after the other at the client's speed, so that events do not pile up here. */
  async function pump(): Promise<void> {
    for (let sent = lastNumber; !left.signal.aborted; ) {
      const happened = new Promise<void>((resolve) => {
        wake = resolve
      })
      const isLast = await source.isEnded()
      const events = await source.after(sent)
      await send(events)
      sent = events.at(-1)?.number ?? sent
      if (events.length > 0) continue
      if (isLast) return
      await happened
    }
  }

  function end(): void {
    clearInterval(heartbeat)
    onEnd()
    unwatch()
    signal.removeEventListener('abort', end)
    left.abort()
    wake()
    if (!raw.writableEnded) raw.end()
  }

  raw.writeHead(200, {
    // Headers set by hooks and handlers, which a hijacked answer would lose.
    ...setHeaders(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  })
  raw.write(`retry: ${RETRY_MS}\n\n`)
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS)
  const unwatch = source.watch(() => wake())
  raw.once('close', end)
  signal.addEventListener('abort', end)
  // If the client disconnected earlier, no event will report it.
  if (signal.aborted || raw.destroyed) end()
  else
    pump().then(end, (error: unknown) => {
      if (!left.signal.aborted) reply.log.error({ err: error }, 'an event stream was interrupted')
      end()
    })
}

function setHeaders(reply: FastifyReply): OutgoingHttpHeaders {
  const set = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set) as OutgoingHttpHeaders
}

/** Server-sent events: what happened so far, then what happens, until the source ends, the client goes or the server stops. */
import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'

export interface StreamedEvent {
  readonly number: number
  readonly type: string
  readonly data: unknown
}

export interface EventSource {
  /** The next ones behind `number`, some or all of them; none where none happened yet. */
  after(number: number): readonly StreamedEvent[] | Promise<readonly StreamedEvent[]>
  watch(listener: () => void): () => void
  /** True when no further event will come. */
  isEnded(): boolean | Promise<boolean>
}

// Proxies close connections that are silent for a minute or less.
const HEARTBEAT_MS = 15_000
const RETRY_MS = 2_000
// Chosen, not measured.
const STALLED_MS = 60_000

export interface EventStreamOptions {
  readonly lastNumber: number
  readonly signal: AbortSignal
  /** Called once or more when nothing is sent any more. */
  readonly onEnd?: () => void
  /** How long a client may take nothing while there is something for it; a minute where absent. */
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

  /** A client that takes nothing for too long is cut off: it holds a place that others wait for. */
  async function drained(): Promise<void> {
    const stalled = setTimeout(() => raw.destroy(), stalledMs)
    try {
      await once(raw, 'drain', { signal: left.signal })
    } finally {
      clearTimeout(stalled)
    }
  }

  /** One piece after the other, as fast as the client reads, so events do not pile up here. */
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
    // What hooks and handlers have set; a hijacked answer would lose it.
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
  // The client may have gone before: then no event says so any more.
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

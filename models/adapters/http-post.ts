/**
 * One POST and its answer in pieces. Over node:http and not over the global `fetch`: that one drops pieces that arrived but were not read yet
 * when a connection breaks, and gives up after 300 s of silence whatever the caller wants.
 */
import type { IncomingMessage } from 'node:http'
import { exchangeHttp } from './http-exchange.ts'

export interface PostInit {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Closes the connection; what is waited for then fails with its reason. */
  readonly signal: AbortSignal
}

export interface PostAnswer {
  readonly status: number
  readonly headers: Headers
  /** To be read once. Returning from it closes the connection, unless it was read to its end: then it is used again. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Failures of the network are thrown as Node names them, by `code`. */
export type Post = (url: string, init: PostInit) => Promise<PostAnswer>

// A reader that is this far behind lets the server wait. Chosen, not measured.
const MAX_QUEUED_BYTES = 1_000_000

export async function postHttp(url: string, { headers, body, signal }: PostInit): Promise<PostAnswer> {
  const length = Buffer.byteLength(body)
  const withLength = { ...headers, 'content-length': length }
  const incoming = await exchangeHttp(url, { method: 'POST', headers: withLength, body, signal })
  const iterator = piecesOf(incoming, signal)
  return {
    status: incoming.statusCode ?? 0,
    headers: headersOf(incoming),
    body: { [Symbol.asyncIterator]: () => iterator },
  }
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value)
  return headers
}

/** Everything that arrived is given out before the failure that came after it; an abort is seen at once. */
function piecesOf(incoming: IncomingMessage, signal: AbortSignal): AsyncIterator<Uint8Array> {
  const queue: Uint8Array[] = []
  let queuedBytes = 0
  let ending: { readonly error: Error | null } | null = null
  let wake: () => void = () => undefined

  function end(error: Error | null): void {
    ending ??= { error }
    wake()
  }
  incoming.on('data', (piece: Buffer) => {
    queue.push(piece)
    queuedBytes += piece.length
    if (queuedBytes > MAX_QUEUED_BYTES) incoming.pause()
    wake()
  })
  incoming.once('end', () => end(null))
  incoming.on('error', end)
  incoming.once('close', () => end(incoming.complete ? null : connectionEnded()))

  return {
    async next() {
      while (queue.length === 0 && ending === null && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        await promise
      }
      signal.throwIfAborted()
      const piece = queue.shift()
      if (piece === undefined) {
        if (ending?.error) throw ending.error
        return { done: true, value: undefined }
      }
      queuedBytes -= piece.length
      if (incoming.isPaused()) incoming.resume()
      return { done: false, value: piece }
    },
    async return() {
      if (ending === null) incoming.destroy()
      end(null)
      return { done: true, value: undefined }
    },
  }
}

function connectionEnded(): Error {
  return Object.assign(new Error('the connection closed before the answer was complete'), {
    code: 'ECONNRESET',
  })
}

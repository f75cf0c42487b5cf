/**
 * One POST and its answer in pieces. Over node:http and not over the global `fetch`: that one drops pieces that arrived but were not read yet
 * when a connection breaks, and gives up after 300 s of silence whatever the caller wants.
 */
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

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

export async function postHttp(url: string, init: PostInit): Promise<PostAnswer> {
  try {
    return await postOnce(url, init)
  } catch (error) {
    // A connection that the server had closed while nobody used it: nothing of the request was read.
    if (!(error instanceof StaleConnectionError)) throw error
    return postOnce(url, init, { isFresh: true })
  }
}

class StaleConnectionError extends Error {}

function postOnce(
  url: string,
  { headers, body, signal }: PostInit,
  { isFresh = false } = {},
): Promise<PostAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PostAnswer>()
  signal.throwIfAborted()
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  const length = Buffer.byteLength(body)
  const outgoing = send(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': length },
    ...(isFresh ? { agent: false } : {}),
  })
  const stop = () => outgoing.destroy(asError(signal.reason))
  signal.addEventListener('abort', stop, { once: true })
  outgoing.once('close', () => signal.removeEventListener('abort', stop))
  outgoing.on('error', (error: Error & { readonly code?: string }) => {
    if (signal.aborted) reject(signal.reason)
    else if (outgoing.reusedSocket && error.code === 'ECONNRESET') reject(new StaleConnectionError())
    else reject(error)
  })
  outgoing.once('response', (incoming) => {
    const iterator = piecesOf(incoming, signal)
    resolve({
      status: incoming.statusCode ?? 0,
      headers: headersOf(incoming),
      body: { [Symbol.asyncIterator]: () => iterator },
    })
  })
  outgoing.end(body)
  return promise
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
  return Object.assign(new Error('the connection ended in the middle'), { code: 'ECONNRESET' })
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}

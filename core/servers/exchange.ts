/**
 * One request over node:http and the answer as it begins. Redirects are not followed. A connection that the server had closed meanwhile is no
 * failure of the request.
 */
import type { IncomingMessage } from 'node:http'

export interface ExchangeInit {
  readonly method: string
  /** By name, or names and values in turn as they go on the wire; then `host` and the length of the body must be among them. */
  readonly headers: Readonly<Record<string, string | number>> | readonly string[]
  readonly body: string | Uint8Array | null
  /** Closes the connection; what is waited for then fails with its reason. */
  readonly signal: AbortSignal
}

/** Resolves with the head of the answer. Failures of the network are thrown as Node names them, by `code`. */
export async function exchangeHttp(url: string, init: ExchangeInit): Promise<IncomingMessage> {
  try {
    return await exchangeOnce(url, init)
  } catch (error) {
    // The server had closed the idle connection: nothing of the request was read.
    if (!(error instanceof StaleConnectionError)) throw error
    return exchangeOnce(url, init, { isFresh: true })
  }
}

class StaleConnectionError extends Error {}

function exchangeOnce(
  url: string,
  { method, headers, body, signal }: ExchangeInit,
  { isFresh = false } = {},
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  signal.throwIfAborted()
  // Loaded with the first request: most commands send none.
  const { request } = process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http')
  const outgoing = request(url, { method, headers, ...(isFresh ? { agent: false } : {}) })
  const stop = () => outgoing.destroy(asError(signal.reason))
  signal.addEventListener('abort', stop, { once: true })
  outgoing.once('close', () => signal.removeEventListener('abort', stop))
  outgoing.on('error', (error: Error & { readonly code?: string }) => {
    if (signal.aborted) reject(signal.reason)
    else if (outgoing.reusedSocket && error.code === 'ECONNRESET') reject(new StaleConnectionError())
    else reject(error)
  })
  outgoing.once('response', resolve)
  if (body === null) outgoing.end()
  else outgoing.end(body)
  return promise
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}

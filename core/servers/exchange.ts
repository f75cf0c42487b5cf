/**
 * Sends one request by node:http and returns the head of the answer. Redirects are not followed. If the server had closed the idle
 * connection, the request is sent again on a new one.
 */
import type { IncomingMessage } from 'node:http'

export interface ExchangeInit {
  readonly method: string
  /** Headers by name, or names and values alternating as sent; those must include `host` and the length of the body. */
  readonly headers: Readonly<Record<string, string | number>> | readonly string[]
  readonly body: string | Uint8Array | null
  /** Closes the connection when it aborts; pending reads then fail with its reason. */
  readonly signal: AbortSignal
}

/** Resolves with the head of the answer. Throws network failures with Node's `code`. */
export async function exchangeHttp(url: string, init: ExchangeInit): Promise<IncomingMessage> {
  try {
    return await exchangeOnce(url, init)
  } catch (error) {
    // The server had closed the idle connection, so it has read nothing of the request.
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
  // Loaded with the first request, because most commands send none.
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

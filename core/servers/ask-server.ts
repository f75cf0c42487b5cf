/**
 * Sends requests to servers. Answers are limited in bytes and time, and redirects are followed only if the caller allows it. Uses
 * node:http, not the global `fetch`, which loses unread data when a connection breaks, gives up after 300 s of silence whatever
 * the caller wants, and follows redirects.
 */
import { type ExchangeInit, exchangeHttp } from './exchange.ts'
import { type AnswerWatch, boundedBody } from './server-answer.ts'

export interface AnswerLimits {
  /** Most bytes of the body, unpacked. */
  readonly maxBytes: number
  /** Time from the request to the last byte; absent if the caller measures it. */
  readonly totalMs?: number
  /** Longest silence while data is expected. */
  readonly idleMs?: number
}

export interface ServerQuestion {
  readonly method?: string
  /** Headers by name, or names and values alternating as sent; those must include `host` and the length of the body. */
  readonly headers?: Readonly<Record<string, string>> | readonly string[]
  readonly body?: string | Uint8Array | null
  /** Closes the connection when it aborts; pending reads then fail with its reason. */
  readonly signal: AbortSignal
  readonly limits: AnswerLimits
  /** Returns whether a GET may be redirected to this address. If absent, a redirect is an answer like any other. */
  readonly mayFollow?: (target: URL) => boolean
  /** Whether to return the body's bytes as received, without decoding them. */
  readonly staysPacked?: boolean
}

export interface ServerAnswer {
  readonly status: number
  readonly headers: Headers
  /** Body, to be read once. Returning early closes the connection; reading it to the end makes the connection reusable. */
  readonly body: AsyncIterable<Uint8Array>
}

/** An answer with its header lines as received. */
export interface RawServerAnswer extends ServerAnswer {
  readonly statusText: string
  /** Names and values, alternating. */
  readonly rawHeaders: readonly string[]
}

const MAX_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Sends a request. Throws network failures with Node's `code`, a time limit as `ETIMEDOUT`. Reading the body throws `AnswerTooLongError`
 * past its limit.
 */
export async function askServer(url: string, question: ServerQuestion): Promise<RawServerAnswer> {
  const { method = 'GET', headers = {}, body = null, signal, limits, mayFollow } = question
  const watch = startWatch(limits)
  const either = AbortSignal.any([signal, watch.signal])
  const asked = { method, headers: withLength(headers, body), body, signal: either }
  try {
    let incoming = await exchangeHttp(url, asked)
    for (let at = url, redirects = 0; mayFollow !== undefined && body === null; redirects++) {
      const { statusCode = 0, headers: head } = incoming
      const target = REDIRECTS.has(statusCode) ? URL.parse(head.location ?? '', at) : null
      if (target === null || redirects === MAX_REDIRECTS || !mayFollow(target)) break
      incoming.destroy()
      at = target.href
      incoming = await exchangeHttp(at, asked)
    }
    watch.receive()
    const answer = new Headers()
    for (const [name, values = []] of Object.entries(incoming.headersDistinct))
      for (const value of values) answer.append(name, value)
    const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = incoming
    const reading = { maxBytes: limits.maxBytes, signal: either, watch, staysPacked: question.staysPacked }
    return { status, statusText, headers: answer, rawHeaders, body: boundedBody(incoming, reading) }
  } catch (error) {
    watch.stop()
    throw error
  }
}

function withLength(
  headers: ServerQuestion['headers'] = {},
  body: string | Uint8Array | null,
): ExchangeInit['headers'] {
  if (body === null || Array.isArray(headers)) return headers
  return { ...headers, 'content-length': Buffer.byteLength(body) }
}

function startWatch({ totalMs, idleMs }: AnswerLimits): AnswerWatch & { readonly signal: AbortSignal } {
  const run = new AbortController()
  const pass = (said: string) => run.abort(Object.assign(new Error(said), { code: 'ETIMEDOUT' }))
  const inSeconds = (ms: number) => `${ms / 1_000} s`
  let idle: NodeJS.Timeout | undefined
  const total =
    totalMs === undefined
      ? undefined
      : setTimeout(() => pass(`no answer within ${inSeconds(totalMs)}`), totalMs)
  const receive = () => clearTimeout(idle)
  function wait(): void {
    clearTimeout(idle)
    if (idleMs !== undefined)
      idle = setTimeout(() => pass(`nothing received for ${inSeconds(idleMs)}`), idleMs)
  }
  wait()
  return {
    signal: run.signal,
    wait,
    receive,
    stop() {
      clearTimeout(total)
      clearTimeout(idle)
    },
  }
}

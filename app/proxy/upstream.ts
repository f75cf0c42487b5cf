/** Requests that are handed on to the model server as they came, and its answers as they come: what the proxy does where it cannot help. */
import type { IncomingMessage } from 'node:http'
import { GlossError } from '../../core/index.ts'
import { exchangeHttp } from '../../models/adapters/http-exchange.ts'
import { connectionFailure } from '../../models/adapters/openai-failures.ts'
import type { Config } from '../config/config.ts'
import { modelOf } from '../config/model-settings.ts'
import { asksForKey } from '../keys/key-ring.ts'
import { answerHeaders, type RawHeaders, requestHeaders } from './upstream-headers.ts'

/** Whose server it is: that of the model whose turns are watched. */
const ROLE = 'proposer'
// Without a length their bodies would be announced in chunks, an empty one, too.
const HAS_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

export interface UpstreamRequest {
  readonly method: string
  /** What follows the base address: begins with `/`, with its query. */
  readonly path: string
  readonly headers: RawHeaders
  readonly body: Uint8Array | null
}

export interface UpstreamAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: RawHeaders
  /** The bytes as they come; `complete` says whether all of them did. A reader that is slow lets the server wait. */
  readonly body: IncomingMessage
}

/**
 * Aborting `signal` closes the connection, also while the answer is being read. No deadline but the client's: it is the client that knows
 * how long it waits for what it asked. Throws `MODEL_UNCONFIGURED`, `MODEL_UNAVAILABLE` or `MODEL_TIMEOUT`; whatever the server answers is
 * an answer.
 */
export async function askUpstream(
  config: Config,
  { method, path, headers, body }: UpstreamRequest,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  const { url, key } = modelOf(config, ROLE)
  if (url === undefined)
    throw new GlossError(
      'MODEL_UNCONFIGURED',
      `There is no model server to forward ${method} /v1${path} to; GLOSS_LLM_URL is not set.`,
    )
  const target = `${url.replace(/\/+$/, '')}${path}`
  const sent = requestHeaders(
    headers,
    { host: new URL(url).host, bodyBytes: body?.byteLength ?? (HAS_BODY.has(method) ? 0 : null) },
    { serverKey: key, isKeyOurs: asksForKey(config) },
  )
  const answer = await exchangeHttp(target, { method, headers: sent, body, signal }).catch(
    (thrown: unknown) => {
      if (signal.aborted) throw thrown
      const failure = connectionFailure(thrown)
      if (failure === null) throw thrown
      const said = `The model server at ${url} did not answer: ${failure.message}.`
      throw new GlossError(failure.code, said, { ...failure.facts, url }, thrown)
    },
  )
  return {
    status: answer.statusCode ?? 502,
    statusText: answer.statusMessage ?? '',
    headers: answerHeaders(answer.rawHeaders),
    body: answer,
  }
}

export function hasUpstream(config: Config): boolean {
  return modelOf(config, ROLE).url !== undefined
}

/** The model that is meant by a client that names none, or names this service. */
export function defaultModel(config: Config): string | undefined {
  return modelOf(config, ROLE).model
}

export { createSseReader, type SseEvent } from '../../models/adapters/sse-reader.ts'

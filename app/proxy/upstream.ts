/** Passes requests to the model server as received, and its answers back as they arrive: used if the proxy cannot help. */
import { askServer, GlossError } from '../../core/index.ts'
import { connectionFailure } from '../../models/adapters/openai-failures.ts'
import type { Config } from '../config/config.ts'
import { modelOf } from '../config/model-settings.ts'
import { asksForKey } from '../keys/key-ring.ts'
import { answerHeaders, type RawHeaders, requestHeaders } from './upstream-headers.ts'

/** Role whose server is asked: that of the model whose turns are watched. */
const ROLE = 'proposer'
// Without a length these bodies, even empty ones, would be sent in chunks.
const HAS_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

// A stream of a model with a long window has some tens of MB. Chosen, not measured.
const MAX_PASSED_BYTES = 1_000_000_000
const OF_PACKED = ['content-encoding', 'content-length']

export interface UpstreamRequest {
  readonly method: string
  /** Path after the base address, beginning with `/`, and the query. */
  readonly path: string
  readonly headers: RawHeaders
  readonly body: Uint8Array | null
  /** Maximum size of the answer. */
  readonly maxBytes?: number
  /** True if the answer is to be read or changed: it is then decompressed, and sent without its length if that changes. */
  readonly isUnpacked?: boolean
}

export interface UpstreamAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: RawHeaders
  /** Bytes of the answer as they arrive; throws if it is incomplete. A slow reader slows the server down. */
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * Sends a request. Aborting `signal` closes the connection, also while the answer is read. The only deadlines are the client's own and
 * that of any model's answer (GLOSS_LLM_TOTAL_MS). Throws `MODEL_UNCONFIGURED`, `MODEL_UNAVAILABLE` or `MODEL_TIMEOUT`; every response of
 * the server, whatever its status, is returned.
 */
export async function askUpstream(
  config: Config,
  { method, path, headers, body, maxBytes = MAX_PASSED_BYTES, isUnpacked = false }: UpstreamRequest,
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
    isUnpacked ? without(headers, 'accept-encoding') : headers,
    { host: new URL(url).host, bodyBytes: body?.byteLength ?? (HAS_BODY.has(method) ? 0 : null) },
    { serverKey: key, isKeyOurs: asksForKey(config) },
  )
  const limits = { maxBytes, totalMs: config.llmTotalMs }
  const asked = { method, headers: sent, body, signal, limits, staysPacked: !isUnpacked }
  const answer = await askServer(target, asked).catch((thrown: unknown) => {
    if (signal.aborted) throw thrown
    const failure = connectionFailure(thrown)
    if (failure === null) throw thrown
    const said = `The model server at ${url} did not answer: ${failure.message}.`
    throw new GlossError(failure.code, said, { ...failure.facts, url }, thrown)
  })
  const kept = answerHeaders(answer.rawHeaders)
  return {
    status: answer.status,
    statusText: answer.statusText,
    headers: isUnpacked && answer.headers.has('content-encoding') ? without(kept, ...OF_PACKED) : kept,
    body: answer.body,
  }
}

/** Returns the headers without those of the given lower-case names. */
export function without(headers: RawHeaders, ...names: readonly string[]): string[] {
  return headers.filter((_, at) => !names.includes(headers[at - (at % 2)]?.toLowerCase() ?? ''))
}

export function hasUpstream(config: Config): boolean {
  return modelOf(config, ROLE).url !== undefined
}

/** Returns the model for a client that names none, or that names this service. */
export function defaultModel(config: Config): string | undefined {
  return modelOf(config, ROLE).model
}

export { createSseReader, type SseEvent } from '../../models/adapters/sse-reader.ts'

/** Requests that are handed on to the model server as they came, and its answers as they come: what the proxy does where it cannot help. */
import { askServer, GlossError } from '../../core/index.ts'
import { connectionFailure } from '../../models/adapters/openai-failures.ts'
import type { Config } from '../config/config.ts'
import { modelOf } from '../config/model-settings.ts'
import { asksForKey } from '../keys/key-ring.ts'
import { answerHeaders, type RawHeaders, requestHeaders } from './upstream-headers.ts'

/** Whose server it is: that of the model whose turns are watched. */
const ROLE = 'proposer'
// Without a length their bodies would be announced in chunks, an empty one, too.
const HAS_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

// A stream of a model with a long window has some tens of MB. Chosen, not measured.
const MAX_PASSED_BYTES = 1_000_000_000
const OF_PACKED = ['content-encoding', 'content-length']

export interface UpstreamRequest {
  readonly method: string
  /** What follows the base address: begins with `/`, with its query. */
  readonly path: string
  readonly headers: RawHeaders
  readonly body: Uint8Array | null
  /** Of the answer. */
  readonly maxBytes?: number
  /** True where the answer is to be read or changed: then it comes unpacked, and without its length where that is another. */
  readonly isUnpacked?: boolean
}

export interface UpstreamAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: RawHeaders
  /** The bytes as they come; throws where not all of them do. A reader that is slow lets the server wait. */
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * Aborting `signal` closes the connection, also while the answer is being read. No deadline but the client's, which knows how long it waits
 * for what it asked, and that of any answer of a model (GLOSS_LLM_TOTAL_MS). Throws `MODEL_UNCONFIGURED`, `MODEL_UNAVAILABLE` or `MODEL_TIMEOUT`; whatever the server answers is
 * an answer.
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

/** Headers without those of these names, which are given in small letters. */
export function without(headers: RawHeaders, ...names: readonly string[]): string[] {
  return headers.filter((_, at) => !names.includes(headers[at - (at % 2)]?.toLowerCase() ?? ''))
}

export function hasUpstream(config: Config): boolean {
  return modelOf(config, ROLE).url !== undefined
}

/** The model that is meant by a client that names none, or names this service. */
export function defaultModel(config: Config): string | undefined {
  return modelOf(config, ROLE).model
}

export { createSseReader, type SseEvent } from '../../models/adapters/sse-reader.ts'

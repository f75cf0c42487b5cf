/** Passes a request to the model server, and the answer to the client: the same bytes at the same times, except for keys. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { askUpstream, createScrub, type Scrub, type UpstreamAnswer, without } from '../../app/proxy/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { GlossError } from '../../core/index.ts'
import { signalOf } from '../http/client-signal.ts'

const PREFIX = '/v1'

/** Headers that keep an answer, which may be a page, from running anything and from having an origin. */
export const ANSWER_RULES = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
}

/** Changes the pieces of an answer on their way. */
export type Change = (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<string | Uint8Array>

export interface Passing {
  readonly body: Uint8Array | null
  /** Headers that Gloss adds to the answer. */
  readonly notes?: Readonly<Record<string, string>>
  /** Returns the change of an answer's body; null for an answer that is not changed. */
  readonly through?: (answer: UpstreamAnswer) => Change | null
}

/** Passes a request on. Throws the errors of `askUpstream` before anything was answered. */
export async function passOn(
  gloss: Gloss,
  request: FastifyRequest,
  reply: FastifyReply,
  { body, notes = {}, through }: Passing,
): Promise<void> {
  const signal = signalOf(reply)
  const scrub = createScrub(gloss.config)
  const isUnpacked = through !== undefined || scrub.isNeeded
  const answer = await upstreamAnswer(gloss, request, { body, signal, isUnpacked })
  const change = through?.(answer) ?? null
  reply.hijack()
  sendHead(answer, reply.raw, { notes: { ...notes, 'x-request-id': request.id }, change, scrub })
  const pieces = scrub.pieces(answer.body)
  await sendPieces(change === null ? pieces : change(pieces), reply.raw, signal)
}

interface Handing {
  readonly body: Uint8Array | null
  readonly signal: AbortSignal
  readonly isUnpacked: boolean
  readonly maxBytes?: number
}

export async function upstreamAnswer(
  { config }: Gloss,
  { raw: { method = 'GET', rawHeaders: headers, url = '' } }: FastifyRequest,
  { signal, ...how }: Handing,
): Promise<UpstreamAnswer> {
  return askUpstream(config, { method, path: pathOf(url), headers, ...how }, signal)
}

export function bodyOf({ body }: FastifyRequest): Uint8Array | null {
  return body instanceof Uint8Array ? body : null
}

/** Matches a parent folder, escaped any number of times, as later servers may unescape it again; some drop what follows `;`. */
const PARENT_FOLDER = /(?:^|[/\\]|%(?:25)*(?:2f|5c))(?:\.|%(?:25)*2e){2}(?:$|[/\\;]|%(?:25)*(?:2f|5c|3b))/i

/** Returns the path after `/v1`. Throws `ROUTE_NOT_FOUND` for one that would lead elsewhere on the model server, which gets our key. */
function pathOf(url: string): string {
  const path = url.slice(PREFIX.length)
  if (PARENT_FOLDER.test(path.split('?')[0] ?? ''))
    throw new GlossError('ROUTE_NOT_FOUND', `"${url}" is not a path of the OpenAI API.`)
  return path
}

interface Head {
  readonly notes: Readonly<Record<string, string>>
  readonly change: Change | null
  readonly scrub: Scrub
}

function sendHead(
  { status, statusText, headers }: UpstreamAnswer,
  raw: ServerResponse,
  { notes, change, scrub }: Head,
): void {
  const kept = change === null ? headers : without(headers, 'content-length')
  const sent = new Set(headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()))
  const ours = { ...ANSWER_RULES, 'x-accel-buffering': 'no', ...notes }
  const missing = Object.entries(ours).filter(([name]) => !sent.has(name))
  raw.writeHead(status, scrub.text(statusText), [...kept.map(scrub.text), ...missing.flat()])
  // Sent before the first token, so that the client knows that its request was accepted.
  raw.flushHeaders()
}

/** Sends the pieces. A broken answer must look broken, after everything that was received of it. */
async function sendPieces(
  pieces: AsyncIterable<string | Uint8Array>,
  raw: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const piece of pieces) if (!raw.write(piece)) await once(raw, 'drain', { signal })
    raw.end()
  } catch {
    raw.socket?.destroySoon()
  }
}

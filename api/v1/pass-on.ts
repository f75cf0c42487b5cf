/** A request as it came to the model server, and the answer as it comes to the client: the same bytes at the same moments. */
import type { Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { askUpstream, type UpstreamAnswer } from '../../app/proxy/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { GlossError } from '../../core/index.ts'
import { signalOf } from '../http/client-signal.ts'

const PREFIX = '/v1'

export interface Passing {
  readonly body: Uint8Array | null
  /** Headers of ours on the answer. */
  readonly notes?: Readonly<Record<string, string>>
  /** What the body of an answer goes through on its way; null for an answer that stays as it is. */
  readonly through?: (answer: UpstreamAnswer) => Transform | null
}

/** Throws what `askUpstream` throws, while nothing has been answered yet. */
export async function passOn(
  gloss: Gloss,
  request: FastifyRequest,
  reply: FastifyReply,
  { body, notes = {}, through }: Passing,
): Promise<void> {
  const signal = signalOf(reply)
  // Packed, an answer could not be added to.
  const without = through === undefined ? {} : { without: 'accept-encoding' }
  const answer = await upstreamAnswer(gloss, request, { body, signal, ...without })
  const change = through?.(answer) ?? null
  pipeAnswer(answer, reply, { notes: { ...notes, 'x-request-id': request.id }, change })
}

interface Handing {
  readonly body: Uint8Array | null
  readonly signal: AbortSignal
  /** A header that does not go on. */
  readonly without?: string
}

export async function upstreamAnswer(
  { config }: Gloss,
  { raw: { method = 'GET', rawHeaders, url = '' } }: FastifyRequest,
  { body, signal, without }: Handing,
): Promise<UpstreamAnswer> {
  const headers = rawHeaders.filter((_, at) => rawHeaders[at - (at % 2)]?.toLowerCase() !== without)
  return askUpstream(config, { method, path: pathOf(url), headers, body }, signal)
}

/** The bytes of a request's body; null where there is none. */
export function bodyOf({ body }: FastifyRequest): Uint8Array | null {
  return body instanceof Uint8Array ? body : null
}

const PARENT_FOLDER = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){2}(?:$|[/\\]|%2f|%5c)/i

/** What follows `/v1`. Throws `ROUTE_NOT_FOUND` for a path that would lead elsewhere on the model server, as our key goes with it. */
function pathOf(url: string): string {
  const path = url.slice(PREFIX.length)
  if (PARENT_FOLDER.test(path.split('?')[0] ?? ''))
    throw new GlossError('ROUTE_NOT_FOUND', `"${url}" is not a path of the OpenAI API.`)
  return path
}

function pipeAnswer(
  { status, statusText, headers, body }: UpstreamAnswer,
  reply: FastifyReply,
  { notes, change }: { readonly notes: Readonly<Record<string, string>>; readonly change: Transform | null },
): void {
  reply.hijack()
  const { raw } = reply
  const kept = change === null ? headers : withoutLength(headers)
  const sent = new Set(headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()))
  const ours = { 'x-content-type-options': 'nosniff', 'x-accel-buffering': 'no', ...notes }
  const missing = Object.entries(ours).filter(([name]) => !sent.has(name))
  raw.writeHead(status, statusText, [...kept, ...missing.flat()])
  // Before the first token: a client may want to know that it was understood.
  raw.flushHeaders()
  if (change === null) body.pipe(raw)
  else body.pipe(change).pipe(raw)
  change?.on('error', () => raw.socket?.destroySoon())
  // A broken answer must look broken, after all that came of it; `close` follows every error.
  body.on('error', () => raw.socket?.destroySoon())
  body.once('close', () => {
    if (!body.complete) raw.socket?.destroySoon()
  })
}

function withoutLength(headers: UpstreamAnswer['headers']): string[] {
  return headers.filter((_, at) => headers[at - (at % 2)]?.toLowerCase() !== 'content-length')
}

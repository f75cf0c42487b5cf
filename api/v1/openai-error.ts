/** Describes errors to clients of /v1/* as the error object of the OpenAI protocol, worded by the catalogue in core/errors.ts. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HideAddresses } from '../../app/proxy/index.ts'
import { errorCatalogue, type GlossError, RETRY_AFTER_SECONDS } from '../../core/index.ts'
import { asGlossError, isForOperator, problemOf } from '../http/problem.ts'

export interface OpenAiError {
  readonly error: {
    readonly message: string
    readonly type: string
    /** Code in docs/errors.md. */
    readonly code: string
    /** Part of the request that is wrong, or null. */
    readonly param: string | null
  }
}

const MS_PER_SECOND = 1_000
const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
}

/** Returns an error in the form of the protocol. Messages of the model server pass through `hide`; bugs of Gloss show no detail. */
export function openAiError(error: GlossError, requestId: string, hide: HideAddresses): OpenAiError {
  const { detail, help, code, field = null } = problemOf(error, requestId)
  const status = statusOf(error)
  const said = code.startsWith('MODEL_') ? hide(error.message) : detail
  const type = TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error')
  // Messages of model servers may lack a full stop.
  const sentence = /[.!?]$/.test(said) ? said : `${said}.`
  return { error: { message: `${sentence} ${help}`, type, code, param: field } }
}

/** Header that tells official clients, which retry 409 and everything from 500, that a retry does not help. */
export const RETRY_HEADER = 'x-should-retry'

/** Sends an error. A retry header that is already in the reply stays. After the client disconnected, giving up was no failure. */
export function sendOpenAiError(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  hide: HideAddresses,
): FastifyReply | undefined {
  if (reply.raw.destroyed) return undefined
  const error = asGlossError(thrown)
  const status = statusOf(error)
  if (isForOperator(error.code))
    request.log.error({ err: thrown, code: error.code }, `${request.method} ${request.url} failed`)
  if (error.code === 'QUEUE_FULL') reply.header('retry-after', RETRY_AFTER_SECONDS)
  const { retryAfterMs } = error.facts
  if (typeof retryAfterMs === 'number') reply.header('retry-after', Math.ceil(retryAfterMs / MS_PER_SECOND))
  if (!reply.hasHeader(RETRY_HEADER)) reply.header(RETRY_HEADER, String(errorCatalogue[error.code].retry))
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(openAiError(error, request.id, hide)))
}

/** Returns the status of a model server's refusal, by which clients tell a wrong key from a busy server. */
function statusOf({ code, facts: { status } }: GlossError): number {
  const isRefusal = typeof status === 'number' && status >= 400 && status < 600
  return code.startsWith('MODEL_') && isRefusal ? status : errorCatalogue[code].http
}

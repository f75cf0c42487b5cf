/** Describes every error to clients as an RFC 9457 problem document, worded by the catalogue in core/errors.ts. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  diskFailure,
  type ErrorCode,
  type ErrorFacts,
  errorCatalogue,
  GlossError,
  isGlossError,
  RETRY_AFTER_SECONDS,
} from '../../core/index.ts'

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** A problem. `field` names the part of the request that is wrong, if any. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ErrorCode
  readonly help: string
  readonly instance: string
  readonly retry: boolean
  readonly field?: string
}

const CODE_OF_FRAMEWORK: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_REQ_FILE_TOO_LARGE: 'TOO_LARGE',
  FST_FILES_LIMIT: 'TOO_LARGE',
  FST_PARTS_LIMIT: 'TOO_LARGE',
  FST_FIELDS_LIMIT: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UNSUPPORTED_MEDIA',
}

/** Messages without the server's paths, processes and command lines, which a lock's error names for the operator only. */
const TOLD_TO_CLIENTS: Partial<Readonly<Record<ErrorCode, string>>> = {
  CORPUS_BUSY: 'Another process is writing the corpus.',
  RUN_BUSY: 'Another process is working on the run.',
}

/** Answers with the problem for `thrown`. Errors of the server are logged completely and sent without detail. */
export function sendProblem(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = asGlossError(thrown)
  const problem = problemOf(error, request.id)
  // A request whose client disconnected fails for that reason.
  if (isForOperator(error.code) && !reply.raw.destroyed)
    request.log.error({ err: thrown, code: error.code }, `${request.method} ${request.url} failed`)
  if (error.code === 'QUEUE_FULL') reply.header('retry-after', RETRY_AFTER_SECONDS)
  return reply.code(problem.status).type(PROBLEM_TYPE).send(JSON.stringify(problem))
}

export function problemOf(error: GlossError, requestId: string): Problem {
  const { http: status, help, retry } = errorCatalogue[error.code]
  const { field } = error.facts
  return {
    type: `urn:gloss:problem:${error.code.toLowerCase().replaceAll('_', '-')}`,
    title: titleOf(error.code),
    status,
    detail: isForOperator(error.code) ? hiddenDetail(requestId) : detailOf(error),
    code: error.code,
    help,
    instance: `urn:gloss:request:${requestId}`,
    retry,
    ...(typeof field === 'string' ? { field } : {}),
  }
}

/** Returns an error of the framework or its plugins under Gloss's code for it; unknown ones count as bugs of Gloss. */
export function asGlossError(thrown: unknown): GlossError {
  if (isGlossError(thrown)) return thrown
  if (!(thrown instanceof Error)) return new GlossError('INTERNAL', String(thrown))
  const { code = '', statusCode = 500 } = thrown as { code?: string; statusCode?: number }
  const known = CODE_OF_FRAMEWORK[code]
  if (known !== undefined) return new GlossError(known, sentence(thrown.message), {}, thrown)
  const disk = diskFailure(thrown)
  if (disk !== null) return disk
  const isClientsFault = statusCode >= 400 && statusCode < 500
  if (!isClientsFault) return new GlossError('INTERNAL', thrown.message, {}, thrown)
  const facts: ErrorFacts = code.startsWith('FST_ERR_CTP_') ? { field: 'body' } : {}
  return new GlossError('INPUT_INVALID', sentence(thrown.message), facts, thrown)
}

function detailOf({ code, message, facts }: GlossError): string {
  return facts['path'] === undefined ? message : (TOLD_TO_CLIENTS[code] ?? message)
}

/** Returns whether the message is only for the log. A server that is stopping or busy has no fault, and reveals nothing internal. */
export function isForOperator(code: ErrorCode): boolean {
  return errorCatalogue[code].http >= 500 && code !== 'STOPPING' && code !== 'QUEUE_FULL'
}

function hiddenDetail(requestId: string): string {
  return `The server failed to handle the request; its log has the details under the request id ${requestId}.`
}

/** Returns `Paper not found` for `PAPER_NOT_FOUND`. */
function titleOf(code: ErrorCode): string {
  const text = code.toLowerCase().replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}

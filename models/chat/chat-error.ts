/** Errors between a request to a model and the end of its answer, with the part received by then. */
import { type ErrorCode, type ErrorFacts, errorCatalogue, GlossError } from '../../core/index.ts'
import type { ChatUsage } from '../ports.ts'

const CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'MODEL_UNAVAILABLE',
  'MODEL_RATE_LIMITED',
  'MODEL_TIMEOUT',
  'MODEL_REFUSED',
  'MODEL_PROTOCOL',
  'MODEL_STREAM_BROKEN',
])

/** The part of an answer received before its stream broke. A caller can show it, or let the model continue it. */
export interface PartialAnswer {
  readonly text: string
  readonly reasoning: string
  /** Null if the server had sent no count yet. */
  readonly usage: ChatUsage | null
}

/** Thrown after the first piece of an answer. `code` is `MODEL_STREAM_BROKEN`, or `MODEL_TIMEOUT` if a deadline passed. */
export class BrokenAnswerError extends GlossError {
  readonly partial: PartialAnswer

  constructor(failure: GlossError, partial: PartialAnswer) {
    const code = failure.code === 'MODEL_TIMEOUT' ? failure.code : 'MODEL_STREAM_BROKEN'
    super(code, failure.message, failure.facts, failure)
    this.partial = partial
  }
}

/** Returns whether the server or its connection failed; false for bugs, aborts and answers of the wrong form. */
export function isModelFailure(error: unknown): error is GlossError {
  return error instanceof GlossError && CODES.has(error.code)
}

/** Faults of answers that exceed every limit: asked again, their server would write as much again. */
const ENDLESS: ReadonlySet<unknown> = new Set(['too_long', 'event_too_long'])

/** Returns whether the same request may succeed later. */
export function isPassing(error: unknown): error is GlossError {
  return isModelFailure(error) && errorCatalogue[error.code].retry && !ENDLESS.has(error.facts['fault'])
}

/** Returns whether a retry is possible without the caller's notice, because no part of an answer was yielded yet. */
export function mayAskAgain(error: unknown): error is GlossError {
  return isPassing(error) && !(error instanceof BrokenAnswerError)
}

/** Faults that mean there is no server at the address. */
const NOT_THERE: ReadonlySet<unknown> = new Set([
  'econnrefused',
  'enotfound',
  'eai_again',
  'ehostunreach',
  'enetunreach',
])

/** Returns whether there is no server at the address, so that any other request to it would fail, too. */
export function isNotThere(error: unknown): error is GlossError {
  return error instanceof GlossError && NOT_THERE.has(error.facts['fault'])
}

// Matches messages of llama.cpp, vLLM, OpenAI and Anthropic.
const ABOUT_LENGTH = /context.?(?:length|size|window)|too long|too many tokens/i

/** Returns whether the server refused a request because it exceeds the context window. */
export function isTooLong(error: unknown): boolean {
  return error instanceof GlossError && error.code === 'MODEL_REFUSED' && ABOUT_LENGTH.test(error.message)
}

/** Returns the failure of an HTTP status. `facts.retryAfterMs` is the pause that the server asks for. */
export function statusFailure(status: number, message: string, facts: ErrorFacts): GlossError {
  return new GlossError(codeOfStatus(status), message, { ...facts, status, fault: `status_${status}` })
}

// 408, 409 and 425 are temporary; some servers use 529 for an overload.
const PASSING: ReadonlySet<number> = new Set([408, 409, 425])

function codeOfStatus(status: number): ErrorCode {
  if (status === 429 || status === 529) return 'MODEL_RATE_LIMITED'
  return status >= 500 || PASSING.has(status) ? 'MODEL_UNAVAILABLE' : 'MODEL_REFUSED'
}

/** Returns the milliseconds of a `Retry-After` header, given in seconds or as a date (RFC 9110, 10.2.3); null if missing or unreadable. */
export function retryAfterMs(headers: Headers, dateMs: number): number | null {
  const precise = Number.parseFloat(headers.get('retry-after-ms') ?? '')
  if (precise >= 0) return precise
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number.parseFloat(value) * 1_000
  const until = Date.parse(value)
  return Number.isNaN(until) ? null : Math.max(0, until - dateMs)
}

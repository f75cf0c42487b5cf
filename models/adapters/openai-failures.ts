/** Converts failures of a server or its connection to errors of the catalogue; `facts.fault` names the kind. */
import {
  AnswerTooLongError,
  type Clock,
  type ErrorFacts,
  GlossError,
  isRecord,
  type ServerAnswer,
  textOfBody,
} from '../../core/index.ts'
import { BrokenAnswerError, type PartialAnswer, retryAfterMs, statusFailure } from '../chat/chat-error.ts'
import { messageOf, numberOf, textOf } from '../chat/wire-values.ts'
import type { WireFields } from '../ports.ts'

// The body of a refusal is shown in one line. Chosen, not measured.
const MAX_WORDS_BYTES = 1_000_000

/** Returns the server's refusal as an error. Throws the network's error if the body cannot be read. */
export async function refusalOf({ status, headers, body }: ServerAnswer, clock: Clock): Promise<GlossError> {
  const location = headers.get('location')
  const said =
    location === null ? messageOf(await textOfBody(body, MAX_WORDS_BYTES)) : `redirected to ${location}`
  const pause = retryAfterMs(headers, clock.dateMs())
  const facts: ErrorFacts = pause === null ? {} : { retryAfterMs: pause }
  return statusFailure(status, said || `status ${status}`, facts)
}

/** Returns the failure of an error object sent in place of an answer; a number in it is taken as a status. */
export function errorObjectFailure(frame: WireFields): GlossError {
  const inner = isRecord(frame['error']) ? frame['error'] : frame
  const kind = textOf(inner['type']) || textOf(inner['code'])
  const code =
    numberOf(inner['code']) ?? numberOf(inner['status']) ?? Number.parseInt(textOf(inner['code']), 10)
  const status = code >= 400 && code < 600 ? code : /rate_?limit|overloaded/i.test(kind) ? 429 : 500
  const failure = statusFailure(status, messageOf(frame), {})
  return new GlossError(failure.code, failure.message, { status, fault: 'error_in_stream' })
}

export function protocolFailure(fault: string, message: string): GlossError {
  return new GlossError('MODEL_PROTOCOL', message, { fault })
}

interface Place {
  readonly url: string
  readonly model: string
  readonly key: string | undefined
  /** Answer received so far; null if there is none. */
  readonly partial: PartialAnswer | null
}

// Shorter keys, such as `x`, `none` and `EMPTY`, are not secret and occur in words. Chosen, not measured.
const MIN_SECRET_CHARACTERS = 8

/** Returns a server's message without the key, which some servers repeat. */
export function withoutKey(message: string, key = ''): string {
  return key.length < MIN_SECRET_CHARACTERS ? message : message.replaceAll(key, '(key)')
}

/** Adds model and address to a failure and removes the key, which some servers repeat; bugs are returned unchanged. */
export function asFailure(thrown: unknown, { url, model, key, partial }: Place): unknown {
  const failure = thrown instanceof GlossError ? thrown : connectionFailure(thrown)
  if (failure === null) return thrown
  const reason = withoutKey(failure.message, key)
  const said = `The model ${model} at ${url} did not answer: ${reason}`
  const cause = failure === thrown ? failure.cause : thrown
  const named = new GlossError(failure.code, said, { ...failure.facts, url, model }, cause)
  return partial === null ? named : new BrokenAnswerError(named, partial)
}

const SYSTEM_CODE =
  /^(?:E[A-Z_]+|CERT_\w+|DEPTH_ZERO\w+|SELF_SIGNED\w+|UNABLE_TO\w+|ERR_(?:TLS|SSL)_\w+|HPE_\w+)$/

/** Returns the failure of the network or of an answer's limits; null for any other error. */
export function connectionFailure(error: unknown): GlossError | null {
  if (error instanceof AnswerTooLongError) return protocolFailure('too_long', error.message)
  const code = error instanceof Error && 'code' in error ? textOf(error.code) : ''
  if (!(error instanceof Error) || !SYSTEM_CODE.test(code)) return null
  // If several addresses were tried, there are several causes and no message.
  const said = error.message || code
  const fault = code.toLowerCase()
  return code === 'ETIMEDOUT'
    ? new GlossError('MODEL_TIMEOUT', said, { fault, deadline: 'connection' })
    : new GlossError('MODEL_UNAVAILABLE', said, { fault })
}

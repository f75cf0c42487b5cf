/** What a server or the way to it did instead of answering, as one of our codes; `facts.fault` names the kind. */
import { type Clock, type Facts, GlossError } from '../../core/index.ts'
import { BrokenAnswerError, type PartialAnswer, retryAfterMs, statusFailure } from '../chat/chat-error.ts'
import { isRecord, messageOf, numberOf, textOf, type WireRecord } from '../chat/wire-values.ts'

/** Throws what `fetch` throws where the body does not come. */
export async function refusalOf(response: Response, clock: Clock): Promise<GlossError> {
  const body = await response.text()
  const pause = retryAfterMs(response.headers, clock.dateMs())
  const facts: Facts = pause === null ? {} : { retryAfterMs: pause }
  return statusFailure(response.status, messageOf(body) || `status ${response.status}`, facts)
}

/** An error object that came where an answer should be; its number, where it has one, is that of a status. */
export function errorObjectFailure(frame: WireRecord): GlossError {
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
  readonly partial: PartialAnswer | null
}

/** Adds model and address to any failure; bugs stay what they are. `partial` is what had come, null where nothing had. */
export function asFailure(cause: unknown, { url, model, partial }: Place): unknown {
  const failure = cause instanceof GlossError ? cause : connectionFailure(cause)
  if (failure === null) return cause
  const said = `The model ${model} at ${url} did not answer: ${failure.message}`
  const named = new GlossError(failure.code, said, { ...failure.facts, url, model }, failure.cause ?? cause)
  return partial === null ? named : new BrokenAnswerError(named, partial)
}

const SYSTEM_CODE =
  /^(?:E[A-Z]+|UND_ERR_\w+|CERT_\w+|DEPTH_ZERO\w+|SELF_SIGNED\w+|UNABLE_TO\w+|ERR_(?:TLS|SSL)_\w+|HPE_\w+)$/

/** Null for what no network did. `fetch` hides the reason one cause down. */
function connectionFailure(error: unknown): GlossError | null {
  if (!(error instanceof Error)) return null
  const reasons = [error, error.cause].filter(
    (one): one is Error & { code?: unknown } => one instanceof Error,
  )
  const reason = reasons.findLast(({ code }) => SYSTEM_CODE.test(textOf(code)))
  const code = textOf(reason?.code)
  if (/TIMEOUT|ETIMEDOUT/.test(code))
    return new GlossError('MODEL_TIMEOUT', reason?.message || code, {
      fault: code.toLowerCase(),
      deadline: 'connection',
    })
  // `fetch` throws these two without a code: a connection that ended inside a body, and an address that it will not ask.
  const isOfFetch = error instanceof TypeError && /^(?:terminated|fetch failed)$/.test(error.message)
  if (code === '' && !isOfFetch) return null
  return new GlossError('MODEL_UNAVAILABLE', reason?.message || code || error.message, {
    fault: code === '' ? 'connection_ended' : code.toLowerCase(),
  })
}

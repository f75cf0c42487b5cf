/** The parts of the protocol that a server understands, learnt from its refusals and used for every later request. */
import type { ChatRequest } from '../ports.ts'

export interface Dialect {
  readonly limitName: 'max_tokens' | 'max_completion_tokens'
  readonly answerForm: 'json_schema' | 'json_object' | 'none'
  readonly knowsStreamOptions: boolean
  readonly takesTemperature: boolean
  readonly knowsLogprobs: boolean
}

/** Dialect of a first request: newer hosted models refuse `max_tokens`, but most other servers know nothing else. */
export const FIRST_DIALECT: Dialect = {
  limitName: 'max_tokens',
  answerForm: 'json_schema',
  knowsStreamOptions: true,
  takesTemperature: true,
  knowsLogprobs: true,
}

/** Matches refusals of servers that do not support schemas but know the field. */
const ABOUT_SCHEMA = /schema|grammar|structured output/i

/** Returns the fields of a request whose spelling depends on the server. */
export function dialectFields(request: ChatRequest, dialect: Dialect): Readonly<Record<string, unknown>> {
  const { maxTokens, temperature, schema } = request
  return {
    ...(temperature !== undefined && dialect.takesTemperature ? { temperature } : {}),
    ...(maxTokens === undefined ? {} : { [dialect.limitName]: maxTokens }),
    ...(dialect.knowsStreamOptions ? { stream_options: { include_usage: true } } : {}),
    ...(schema === undefined ? {} : formFields(schema, dialect)),
  }
}

function formFields(schema: NonNullable<ChatRequest['schema']>, { answerForm }: Dialect) {
  if (answerForm === 'none') return {}
  const isSchema = answerForm === 'json_schema'
  const form = isSchema ? { json_schema: { ...schema, strict: true } } : {}
  return { response_format: { type: answerForm, ...form } }
}

/** Returns the request without the fields that the server is known to refuse. */
export function inDialect({ topLogprobs, ...request }: ChatRequest, { knowsLogprobs }: Dialect): ChatRequest {
  return knowsLogprobs && topLogprobs !== undefined ? { ...request, topLogprobs } : request
}

/** Returns the dialect that a refusal of a request in `used` asks for; null if it is about something else. */
export function learntDialect(refusal: string, request: ChatRequest, used: Dialect): Dialect | null {
  if (used.limitName === 'max_tokens' && refusal.includes('max_completion_tokens'))
    return { ...used, limitName: 'max_completion_tokens' }
  if (used.knowsStreamOptions && /stream_options|include_usage/.test(refusal))
    return { ...used, knowsStreamOptions: false }
  if (used.takesTemperature && /\btemperature\b/i.test(refusal)) return { ...used, takesTemperature: false }
  if (used.knowsLogprobs && request.topLogprobs !== undefined && /logprobs/i.test(refusal))
    return { ...used, knowsLogprobs: false }
  if (request.schema === undefined) return null
  if (used.answerForm === 'json_schema' && ABOUT_SCHEMA.test(refusal))
    return { ...used, answerForm: 'json_object' }
  const isAboutForm = /response_format|json/i.test(refusal)
  return used.answerForm !== 'none' && isAboutForm ? { ...used, answerForm: 'none' } : null
}

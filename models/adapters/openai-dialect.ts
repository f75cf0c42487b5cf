/** What one server understands of the protocol: the first refusal tells, and every request after it is spelled alike. */
import type { ChatRequest } from '../ports.ts'

export interface Dialect {
  readonly limitName: 'max_tokens' | 'max_completion_tokens'
  readonly knowsSchemas: boolean
}

/** Newer hosted models refuse `max_tokens`, most other servers know nothing else. */
export const FIRST_DIALECT: Dialect = { limitName: 'max_tokens', knowsSchemas: true }

/** How servers that know no schemas word it: by the field, or by what it asks for. */
const ABOUT_SCHEMA = /response_format|schema|grammar|structured output/i

/** The fields of a request whose spelling depends on the server. */
export function dialectFields({ maxTokens, schema }: ChatRequest, { limitName, knowsSchemas }: Dialect) {
  const limit = { [limitName]: maxTokens }
  if (schema === undefined || !knowsSchemas) return limit
  const form = { type: 'json_schema' as const, json_schema: { ...schema, strict: true } }
  return { ...limit, response_format: form }
}

/** The dialect that a refusal of a request in `used` tells of; null where it is about something else. */
export function learntDialect(refusal: unknown, request: ChatRequest, used: Dialect): Dialect | null {
  if (!(refusal instanceof Error)) return null
  if (used.limitName === 'max_tokens' && refusal.message.includes('max_completion_tokens'))
    return { ...used, limitName: 'max_completion_tokens' }
  const wasHeldToSchema = request.schema !== undefined && used.knowsSchemas
  return wasHeldToSchema && ABOUT_SCHEMA.test(refusal.message) ? { ...used, knowsSchemas: false } : null
}

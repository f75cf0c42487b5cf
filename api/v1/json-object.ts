/** Bodies as JSON objects; whatever else they are is for the model server to judge. */
import { GlossError } from '../../core/index.ts'

export type JsonObject = Readonly<Record<string, unknown>>

// Requests with schemas of tools have some 20 levels; a writer of JSON, which calls itself for each, ends at some 5,000. Chosen, not measured.
const MAX_DEPTH = 500

/** Null for what is no JSON object, or nested too deeply to be written again. */
export function jsonObject(body: Uint8Array | null): JsonObject | null {
  const value = objectOf(body)
  return value === null || isDeeper(value, MAX_DEPTH) ? null : value
}

/** Of a client. Null for what is no JSON object; throws `INPUT_INVALID` for one that is nested too deeply. */
export function requestObject(body: Uint8Array | null): JsonObject | null {
  const value = objectOf(body)
  assertShallow(value)
  return value
}

/** Of a body that is JSON. Throws `INPUT_INVALID` for one that is nested too deeply. */
export function assertShallow(value: unknown): void {
  if (!isObject(value) || !isDeeper(value, MAX_DEPTH)) return
  throw new GlossError('INPUT_INVALID', `The body may be nested at most ${MAX_DEPTH} levels deep.`, {
    field: 'body',
  })
}

function objectOf(body: Uint8Array | null): JsonObject | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body ?? undefined))
    return isJsonObject(value) ? value : null
  } catch (error) {
    // No JSON, or no UTF-8.
    if (error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Level by level, without a call for each. */
function isDeeper(value: object, maxDepth: number): boolean {
  let level: object[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true
    level = level.flatMap((one) => Object.values(one).filter(isObject))
  }
  return false
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Bodies as JSON objects; whatever else they are is for the model server to judge. */
import { assertModestJson, MAX_DEPTH } from '../http/json-bounds.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** Null for what is no JSON object, or nested too deeply to be written again. */
export function jsonObject(body: Uint8Array | null): JsonObject | null {
  const value = objectOf(body)
  return value === null || isDeeper(value, MAX_DEPTH) ? null : value
}

/** Of a client. Null for what is no JSON object; throws `INPUT_INVALID` for one that is nested too deeply or has too many parts. */
export async function requestObject(body: Uint8Array | null): Promise<JsonObject | null> {
  if (body !== null) await assertModestJson(body)
  return objectOf(body)
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

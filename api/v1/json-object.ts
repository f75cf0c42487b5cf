/** Reads bodies as JSON objects; other bodies are left to the model server. */
import { isRecord } from '../../core/index.ts'
import { readAtOnce, readJson } from '../http/read-json.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** Reads a body of a model server. Null if it is no JSON object, or nested too deeply to be written again. */
export function jsonObject(body: Uint8Array): JsonObject | null {
  try {
    return objectIn(readAtOnce(body))
  } catch (error) {
    if (error instanceof RangeError) return null
    return noJson(error)
  }
}

/** Reads a client's body. Null if it is no JSON object. Throws `INPUT_INVALID` if it is nested too deeply or has too many parts. */
export async function requestObject(body: Uint8Array | null): Promise<JsonObject | null> {
  if (body === null) return null
  try {
    return objectIn(await readJson(body))
  } catch (error) {
    return noJson(error)
  }
}

/** Returns null for an error of reading JSON or UTF-8; rethrows every other one. */
function noJson(error: unknown): null {
  if (error instanceof SyntaxError || error instanceof TypeError) return null
  throw error
}

function objectIn(value: unknown): JsonObject | null {
  return isRecord(value) ? value : null
}

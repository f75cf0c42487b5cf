/** Bodies as JSON objects; whatever else they are is for the model server to judge. */
import { isRecord } from '../../core/index.ts'
import { readAtOnce, readJson } from '../http/read-json.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** Of a model server. Null for what is no JSON object, or nested too deeply to be written again. */
export function jsonObject(body: Uint8Array): JsonObject | null {
  try {
    return objectIn(readAtOnce(body))
  } catch (error) {
    if (error instanceof RangeError) return null
    return noJson(error)
  }
}

/** Of a client. Null for what is no JSON object; throws `INPUT_INVALID` for one that is nested too deeply or has too many parts. */
export async function requestObject(body: Uint8Array | null): Promise<JsonObject | null> {
  if (body === null) return null
  try {
    return objectIn(await readJson(body))
  } catch (error) {
    return noJson(error)
  }
}

/** Null for a failure of reading JSON or UTF-8; throws every other one again. */
function noJson(error: unknown): null {
  if (error instanceof SyntaxError || error instanceof TypeError) return null
  throw error
}

function objectIn(value: unknown): JsonObject | null {
  return isRecord(value) ? value : null
}

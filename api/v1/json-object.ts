/** Bodies as JSON objects; whatever else they are is for the model server to judge. */
import { GlossError, jsonSteps, mapInTurns, stepsInTurns } from '../../core/index.ts'

export type JsonObject = Readonly<Record<string, unknown>>

// Requests with schemas of tools have some 20 levels; a writer of JSON, which calls itself for each, ends at some 5,000. Chosen, not measured.
const MAX_DEPTH = 500
// Bytes: of the worst, which are brackets, `JSON.parse` and a look at their depth take some 10 ms.
const READ_AT_ONCE = 131_072
const DECODED_AT_ONCE = 262_144

/** Null for what is no JSON object, or nested too deeply to be written again. */
export function jsonObject(body: Uint8Array | null): JsonObject | null {
  const value = objectOf(body)
  return value === null || isDeeper(value, MAX_DEPTH) ? null : value
}

/**
 * Of a client, in turns where it is large. Null for what is no JSON object, or no UTF-8; throws `INPUT_INVALID` for one that is
 * nested too deeply.
 */
export async function requestObject(body: Uint8Array | null): Promise<JsonObject | null> {
  if (body !== null && body.byteLength > READ_AT_ONCE) return largeObject(body)
  const value = objectOf(body)
  if (value !== null && isDeeper(value, MAX_DEPTH)) throw tooDeep()
  return value
}

async function largeObject(body: Uint8Array): Promise<JsonObject | null> {
  try {
    const value = await stepsInTurns(jsonSteps(await decodedInTurns(body), MAX_DEPTH + 1))
    return isJsonObject(value) ? value : null
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep()
    if (error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  }
}

async function decodedInTurns(bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const starts = Array.from(
    { length: Math.ceil(bytes.byteLength / DECODED_AT_ONCE) },
    (_, at) => at * DECODED_AT_ONCE,
  )
  const parts = await mapInTurns(starts, (start) =>
    decoder.decode(bytes.subarray(start, start + DECODED_AT_ONCE), { stream: true }),
  )
  return parts.join('') + decoder.decode()
}

function tooDeep(): GlossError {
  return new GlossError('INPUT_INVALID', `The body may be nested at most ${MAX_DEPTH} levels deep.`, {
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

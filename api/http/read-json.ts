/** A body of JSON, read in turns where it is large, with limits on what it may hold. */
import { GlossError, jsonSteps, mapInTurns, stepsInTurns } from '../../core/index.ts'

const LIMITS = {
  // Requests with schemas of tools have some 20 levels; a writer of JSON, which calls itself for each, ends at some 5,000. Chosen, not measured.
  levels: 500,
  // A conversation of 10,000 messages has 40,000. What becomes of the value later has it in one piece.
  parts: 100_000,
}
// Bytes: of the worst, which are brackets, `JSON.parse` and a look at their depth take some 10 ms.
const READ_AT_ONCE = 131_072
const DECODED_AT_ONCE = 262_144

/** Throws `SyntaxError` for no JSON, `TypeError` for no UTF-8, `INPUT_INVALID` for what is nested too deeply or has too many parts. */
export async function readJson(body: Uint8Array): Promise<unknown> {
  try {
    return body.byteLength > READ_AT_ONCE
      ? await stepsInTurns(jsonSteps(await decodedInTurns(body), LIMITS))
      : readAtOnce(body)
  } catch (error) {
    if (error instanceof RangeError)
      throw new GlossError('INPUT_INVALID', `The body has ${error.message}.`, { field: 'body' })
    throw error
  }
}

/** Of a body of some kB, which holds fewer parts than are allowed. Throws as `readJson`, and `RangeError` where that is too deep. */
export function readAtOnce(body: Uint8Array): unknown {
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  if (isDeeper(value, LIMITS.levels)) throw new RangeError(`more than ${LIMITS.levels} levels`)
  return value
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

/** Level by level, without a call for each. */
function isDeeper(value: unknown, most: number): boolean {
  let level = [value].filter(isObject)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= most) return true
    level = level.flatMap((one) => Object.values(one).filter(isObject))
  }
  return false
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

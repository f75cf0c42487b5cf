/** Parses JSON from a user: every way in which it can be unreadable has a message that says what to do. */
import { GlossError } from '../../core/index.ts'

/** Below the longest string of V8 (some 536 million characters), with room for the parsed values. Chosen, not measured. */
const MAX_INPUT_CHARACTERS = 200_000_000

const BYTE_ORDER_MARK = /^\uFEFF/

/** Parses the text. Throws `INPUT_INVALID` if it is empty, too long, truncated, or not JSON. `what` names the file in the message. */
export function inputJson(text: string, what: string): unknown {
  if (text.length > MAX_INPUT_CHARACTERS)
    throw invalidInput(
      `${what} has ${text.length} characters and at most ${MAX_INPUT_CHARACTERS} are read at once; split its docs over several files and import one after the other.`,
    )
  const json = text.replace(BYTE_ORDER_MARK, '')
  if (json.trim() === '') throw invalidInput(`${what} is empty; give one with content.`)
  try {
    return JSON.parse(json)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw invalidInput(
      isCutOff(cause, json.length)
        ? `${what} ends in the middle of its JSON: it was cut off. Copy or export it again, whole.`
        : `${what} is not JSON: ${cause.message}`,
      cause,
    )
  }
}

export function invalidInput(message: string, cause?: unknown): GlossError {
  return new GlossError('INPUT_INVALID', message, {}, cause)
}

/** Returns whether the text is truncated: V8 says so in words, or names a position at the end of the text. */
function isCutOff({ message }: SyntaxError, length: number): boolean {
  if (/end of JSON input|Unterminated string/.test(message)) return true
  const position = /at position (\d+)/.exec(message)?.[1]
  return position !== undefined && Number(position) >= length
}

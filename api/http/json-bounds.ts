/**
 * How much may a large JSON body hold? Texts cost little at any length, but each list, object and name costs the thread that parses it: 6 MB
 * of `[],` took it a second. So these are counted in the bytes, before anything is parsed.
 */
import { createTurns, GlossError } from '../../core/index.ts'

// Requests with schemas of tools have some 20 levels; a writer of JSON, which calls itself for each, ends at some 5,000. Chosen, not measured.
export const MAX_DEPTH = 500
// 250,000 objects with a name each took 240 ms to parse; a conversation of 10,000 messages has 40,000.
const MAX_PARTS = 100_000
const PIECE_BYTES = 1024 * 1024

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

interface Place {
  depth: number
  parts: number
  isInText: boolean
  isEscaped: boolean
}

/** Others have their turn meanwhile. Throws `INPUT_INVALID` for a body that is nested too deeply, or has too many parts. */
export async function assertModestJson(body: Uint8Array): Promise<void> {
  const takeTurns = createTurns()
  const place = { depth: 0, parts: 0, isInText: false, isEscaped: false }
  for (let at = 0; at < body.length; at += PIECE_BYTES) {
    for (const byte of body.subarray(at, at + PIECE_BYTES)) {
      if (place.isInText) readText(place, byte)
      else readSign(place, byte)
    }
    await takeTurns()
  }
}

function readText(place: Place, byte: number): void {
  if (place.isEscaped) place.isEscaped = false
  else if (byte === BACKSLASH) place.isEscaped = true
  else if (byte === QUOTE) place.isInText = false
}

function readSign(place: Place, byte: number): void {
  if (byte === QUOTE) place.isInText = true
  else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) place.depth--
  else if (byte === COLON) place.parts++
  else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
    place.parts++
    if (++place.depth > MAX_DEPTH) throw refused(`may be nested at most ${MAX_DEPTH} levels deep`)
  } else return
  if (place.parts > MAX_PARTS)
    throw refused(`may have at most ${MAX_PARTS} lists, objects and names of fields`)
}

function refused(what: string): GlossError {
  return new GlossError('INPUT_INVALID', `The body ${what}.`, { field: 'body' })
}

/** Replaces the operator's keys in answers of a model server, which may repeat the key that it was sent: clients see `(key)`. */
import { type Config, secretsOf } from '../config/config.ts'

export interface Scrub {
  /** False if there is no key to look for, so that compressed bytes can be passed on unchanged. */
  readonly isNeeded: boolean
  text(value: string): string
  /** Scrubs a stream, including keys that span pieces; only a possible beginning of a key waits for the next piece. */
  pieces(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
}

/** Creates the scrub. A replacement is as long as the key, so that an announced length stays correct. */
export function createScrub(config: Config): Scrub {
  const spellings = [...new Set(secretsOf(config).flatMap(spellingsOf))]
  const inText = createReplacement(spellings)
  // Latin-1 has one character per byte: a piece may end within a character of UTF-8.
  const needles = spellings.map((spelling) => Buffer.from(spelling).toString('latin1'))
  const inBytes = createReplacement(needles)

  async function* scrubbed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let held = ''
    for await (const piece of source) {
      const { buffer, byteOffset, byteLength } = piece
      const text = inBytes(held + Buffer.from(buffer, byteOffset, byteLength).toString('latin1'))
      const end = text.length - beginningAtEnd(text, needles)
      held = text.slice(end)
      if (end > 0) yield Buffer.from(text.slice(0, end), 'latin1')
    }
    if (held !== '') yield Buffer.from(held, 'latin1')
  }

  const isNeeded = spellings.length > 0
  return { isNeeded, text: inText, pieces: (source) => (isNeeded ? scrubbed(source) : source) }
}

/** Returns the secret as given, as JSON escapes it, and as addresses encode it. */
function spellingsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  return [secret, json, json.replaceAll('/', '\\/'), encodeURIComponent(secret)]
}

const SYNTAX = /[\\^$.*+?()[\]{}|/-]/g

function createReplacement(spellings: readonly string[]): (text: string) => string {
  if (spellings.length === 0) return (text) => text
  // Longest first, since one spelling may begin with another.
  const longestFirst = spellings.toSorted((one, other) => other.length - one.length)
  const anyOf = new RegExp(longestFirst.map((spelling) => spelling.replace(SYNTAX, '\\$&')).join('|'), 'g')
  return (text) => text.replace(anyOf, ({ length }) => '(key)'.padEnd(length, '*'))
}

/** Returns how many characters at the end of the text may begin one of the spellings. */
function beginningAtEnd(text: string, spellings: readonly string[]): number {
  let most = 0
  for (const spelling of spellings)
    for (let length = Math.min(spelling.length - 1, text.length); length > most; length--)
      if (text.endsWith(spelling.slice(0, length))) most = length
  return most
}

/** Keys of the operator in what a model server sends, which may repeat the one that it was sent: clients see `(key)` in their place. */
import { type Config, secretsOf } from '../config/config.ts'

export interface Scrub {
  /** False where there is nothing to look for, and bytes may stay packed as they came. */
  readonly isNeeded: boolean
  text(value: string): string
  /** Finds a key across pieces, too; only what may be the beginning of one waits for the next piece. */
  pieces(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
}

/** What takes the place of a key is as long as the key, so that an announced length stays true. */
export function createScrub(config: Config): Scrub {
  const spellings = [...new Set(secretsOf(config).flatMap(spellingsOf))]
  const inText = createReplacement(spellings)
  // One character a byte: a piece may end within a letter.
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

/** As it is, as JSON has it, and as part of an address. */
function spellingsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  return [secret, json, json.replaceAll('/', '\\/'), encodeURIComponent(secret)]
}

const SYNTAX = /[\\^$.*+?()[\]{}|/-]/g

function createReplacement(spellings: readonly string[]): (text: string) => string {
  if (spellings.length === 0) return (text) => text
  // The longest first: one may begin with another.
  const longestFirst = spellings.toSorted((one, other) => other.length - one.length)
  const anyOf = new RegExp(longestFirst.map((spelling) => spelling.replace(SYNTAX, '\\$&')).join('|'), 'g')
  return (text) => text.replace(anyOf, ({ length }) => '(key)'.padEnd(length, '*'))
}

/** How many characters at the end of the text may begin one of the spellings. */
function beginningAtEnd(text: string, spellings: readonly string[]): number {
  let most = 0
  for (const spelling of spellings)
    for (let length = Math.min(spelling.length - 1, text.length); length > most; length--)
      if (text.endsWith(spelling.slice(0, length))) most = length
  return most
}

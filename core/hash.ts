/** Content hashes. Ids are the first 32 hex digits (128 bits) of a SHA-256. */
import { createHash } from 'node:crypto'

const ID_HEX_DIGITS = 32

/** Form of every id of a paper, a unit or a passage. */
export const ID_FORM = /^[0-9a-f]{32}$/

/** Returns the hash in hex digits, of bytes or of text in UTF-8. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Returns the id of some bytes: the same bytes have the same id everywhere. */
export function contentId(bytes: Uint8Array | string): string {
  return sha256(bytes).slice(0, ID_HEX_DIGITS)
}

/** Returns the id of a tuple. Parts are length-prefixed, so `['ab', 'c']` and `['a', 'bc']` differ. */
export function tupleId(parts: readonly (string | number)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) {
    const text = String(part)
    hash.update(`${text.length}:`).update(text)
  }
  return hash.digest('hex').slice(0, ID_HEX_DIGITS)
}

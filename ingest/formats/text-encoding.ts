/** Bytes of a text file to text: byte order marks, UTF-8, UTF-16 without a mark, and what else Windows wrote. */

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

// Enough to tell; longer files are not counted through.
const SAMPLE_BYTES = 4096
// Text has almost none of these; a picture or an archive has some 10 %. Chosen, not measured.
const MAX_CONTROL_SHARE = 0.02
// UTF-16 text in a Latin script has a zero in nearly every second byte. Chosen, not measured.
const MIN_ZERO_SHARE = 0.4

/** Returns the text with LF line breaks and without a byte order mark; null for bytes that are no text. */
export function decodeText(bytes: Uint8Array): string | null {
  const marked = markedEncoding(bytes)
  const text = marked === null ? unmarkedText(bytes) : decoded(bytes, marked)
  return text?.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n') ?? null
}

function markedEncoding([first, second, third]: Uint8Array): Encoding | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return null
}

function unmarkedText(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const pairs = sample.length / 2
  const zeros = (parity: number) => sample.filter((byte, i) => byte === 0 && i % 2 === parity).length
  if (pairs >= 1 && zeros(1) / pairs >= MIN_ZERO_SHARE) return decoded(bytes, 'utf-16le')
  if (pairs >= 1 && zeros(0) / pairs >= MIN_ZERO_SHARE) return decoded(bytes, 'utf-16be')
  const controls = sample.filter((byte) => byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27).length
  if (controls > sample.length * MAX_CONTROL_SHARE) return null
  return decoded(bytes, 'utf-8') ?? decoded(bytes, 'windows-1252')
}

/** Null where the bytes are not of that encoding. */
function decoded(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

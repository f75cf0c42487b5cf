/** Bytes to whole lines, each a piece of its own: the reader behind it would copy all that it has with every piece of a long line. */
import { Transform } from 'node:stream'

const NEWLINE = 0x0a

/** Of a line over `maxBytes` nothing is held or given out; `onTooLong` is called once for it. */
export function wholeLines(maxBytes: number, onTooLong: () => void): Transform {
  let parts: Buffer[] = []
  let bytes = 0

  function add(part: Buffer): void {
    const wasShort = bytes <= maxBytes
    bytes += part.length
    if (bytes <= maxBytes) parts.push(part)
    else if (wasShort) {
      parts = []
      onTooLong()
    }
  }

  return new Transform({
    transform(piece: Buffer, _, done) {
      let start = 0
      for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, start)) {
        add(piece.subarray(start, end + 1))
        if (parts.length > 0) this.push(Buffer.concat(parts))
        parts = []
        bytes = 0
        start = end + 1
      }
      if (start < piece.length) add(piece.subarray(start))
      done()
    },
  })
}

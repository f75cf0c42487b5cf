/** Splits bytes into whole lines, one chunk each: the MCP reader copies its whole buffer with every chunk of a long line. */
import { Transform } from 'node:stream'

const NEWLINE = 0x0a

/** Returns a stream of whole lines. A line over `maxBytes` is dropped, and `onTooLong` is called once for it. */
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

/** Splits chunks of bytes into lines, from a sender that may never end a line. */

export interface Lines {
  /** Returns the lines that this chunk completes, without their ends; null as soon as one is too long. */
  add(chunk: Buffer): string[] | null
}

const NEWLINE = 10

export function createLineSplitter(maxBytes: number): Lines {
  let parts: Buffer[] = []
  let held = 0
  return {
    add(chunk) {
      const lines: string[] = []
      let from = 0
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        parts.push(chunk.subarray(from, at))
        lines.push(Buffer.concat(parts).toString('utf8'))
        parts = []
        held = 0
        from = at + 1
      }
      const rest = chunk.subarray(from)
      held += rest.length
      if (held > maxBytes) return null
      if (rest.length > 0) parts.push(rest)
      return lines
    },
  }
}

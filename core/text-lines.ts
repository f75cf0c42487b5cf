/** The lines of a text, read piece by piece. Only LF and CRLF end a line: JSON may hold U+2028, at which node:readline would break. */

export interface NumberedLine {
  /** From 1; blank lines count, but are left out. */
  readonly number: number
  readonly text: string
}

/** Lines of UTF-8 bytes; bytes that are no UTF-8 become U+FFFD. A byte order mark is left out. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncIterable<NumberedLine> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  let number = 0
  for await (const chunk of chunks) {
    const pieces = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = pieces.pop() ?? ''
    for (const piece of pieces) {
      number++
      if (piece.trim() !== '') yield { number, text: piece.replace(/\r$/, '') }
    }
  }
  rest += decoder.decode()
  if (rest.trim() !== '') yield { number: number + 1, text: rest }
}

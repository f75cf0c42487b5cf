/** Splits text into lines, piece by piece. Only LF and CRLF end a line: JSON may contain U+2028, at which node:readline would break. */
import { GlossError } from './errors.ts'

export interface NumberedLine {
  /** Line number, from 1; blank lines are counted, but not yielded. */
  readonly number: number
  readonly text: string
}

export interface LineOptions {
  /** Name of the text in error messages. */
  readonly name?: string
  /** Longest line that is accepted, in UTF-16 units. */
  readonly maxCharacters?: number
  /** Called with the number of a line that is too long, which is then skipped; if absent, such a line throws. */
  readonly onTooLong?: (number: number) => void
}

/** Default line limit. The full text of a long paper is some 1 MB; the longest record of S2ORC is below 16 MB. Chosen, not measured. */
export const MAX_LINE_CHARACTERS = 16 * 1024 * 1024

/**
 * Yields lines of UTF-8 bytes; invalid bytes become U+FFFD. A byte order mark is left out. Each byte is read once, however
 * long the line. Throws `FILE_UNREADABLE` at a line that is too long, with `file` and `line`.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  { name = 'the text', maxCharacters = MAX_LINE_CHARACTERS, onTooLong }: LineOptions = {},
): AsyncIterable<NumberedLine> {
  const decoder = new TextDecoder('utf-8')
  const line = createOpenLine(maxCharacters, (number) => {
    if (onTooLong === undefined) throw tooLong(name, number, maxCharacters)
    onTooLong(number)
  })
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true })
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      line.add(text.slice(from, end))
      from = end + 1
      const whole = line.end()
      if (whole.text.trim() !== '') yield { ...whole, text: whole.text.replace(/\r$/, '') }
    }
    line.add(text.slice(from))
  }
  line.add(decoder.decode())
  const last = line.end()
  if (last.text.trim() !== '') yield last
}

interface OpenLine {
  add(piece: string): void
  /** Returns the current line and starts the next one. Its text is empty if the line was too long. */
  end(): NumberedLine
}

function createOpenLine(maxCharacters: number, onTooLong: (number: number) => void): OpenLine {
  let pieces: string[] = []
  let length = 0
  let number = 1
  return {
    add(piece) {
      const wasTooLong = length > maxCharacters
      length += piece.length
      if (length <= maxCharacters) pieces.push(piece)
      else if (!wasTooLong) {
        pieces = []
        onTooLong(number)
      }
    },
    end() {
      const line = { number: number++, text: pieces.join('') }
      pieces = []
      length = 0
      return line
    },
  }
}

function tooLong(file: string, line: number, maxCharacters: number): GlossError {
  const most = `${Math.round(maxCharacters / 1024 / 1024)} million characters`
  return new GlossError(
    'FILE_UNREADABLE',
    `Line ${line} of ${file} is longer than ${most}; split it, or check that every record ends with a line break.`,
    { file, line, reason: 'too_large' },
  )
}

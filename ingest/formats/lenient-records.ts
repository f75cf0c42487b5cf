/**
 * Splits CSV text into records, tolerating the errors of models and spreadsheets: CR, LF or CRLF; spaces before and after
 * quoted cells; single quotation marks within them; backslashes before them; a quotation mark that is never closed.
 */

export interface Cell {
  readonly text: string
  readonly isQuoted: boolean
  /** Offset of the cell in the text that was split. */
  readonly start: number
}

export interface ParsedRecord {
  readonly cells: readonly Cell[]
  /** Offsets of the record, without its line break. */
  readonly start: number
  readonly end: number
  /** Whether a quoted cell was never closed: `last` at the end of the text, `mended` if other lines followed. */
  readonly unclosed: 'no' | 'last' | 'mended'
}

interface OpenCell {
  readonly text: string
  /** Offset of the comma, line break or end of the text after the cell. */
  readonly next: number
}

/** Yields the records of `text` from `from` on, without blank lines. Linear in the length of the text. */
export function* lenientRecords(text: string, from = 0): Iterable<ParsedRecord> {
  let at = from
  // If one quotation mark is never closed, no later one can be: for the rest of the text the search is skipped.
  let mayClose = true
  while (at < text.length) {
    const record = recordAt(text, at, mayClose)
    if (record.unclosed !== 'no') mayClose = false
    if (record.cells.length > 1 || record.cells[0]?.text !== '' || record.cells[0].isQuoted) yield record
    at = afterBreak(text, record.end)
  }
}

function recordAt(text: string, start: number, mayClose: boolean): ParsedRecord {
  const cells: Cell[] = []
  let at = start
  let unclosed: ParsedRecord['unclosed'] = 'no'
  for (;;) {
    const opening = skipBlanks(text, at)
    const quoted = text[opening] === '"' && mayClose ? quotedCell(text, opening + 1) : null
    const cell = quoted ?? plainCell(text, at)
    if (quoted === null && text[opening] === '"') unclosed = hasLineAfter(text, cell.next) ? 'mended' : 'last'
    cells.push({ text: cell.text, isQuoted: quoted !== null, start: at })
    if (text[cell.next] !== ',') return { cells, start, end: cell.next, unclosed }
    at = cell.next + 1
  }
}

/** Reads a quoted cell whose text begins at `start`; null if it is never closed. */
function quotedCell(text: string, start: number): OpenCell | null {
  let value = ''
  let from = start
  for (;;) {
    const mark = text.indexOf('"', from)
    if (mark < 0) return null
    if (text[mark + 1] === '"') {
      value += text.slice(from, mark + 1)
      from = mark + 2
      continue
    }
    const next = skipBlanks(text, mark + 1)
    if (isEndOfCell(text, next)) return { text: value + text.slice(from, mark), next }
    // A quotation mark within the cell is kept; a backslash that escapes it is removed.
    value += `${text.slice(from, text[mark - 1] === '\\' && mark > from ? mark - 1 : mark)}"`
    from = mark + 1
  }
}

function plainCell(text: string, start: number): OpenCell {
  let next = start
  while (!isEndOfCell(text, next)) next++
  return { text: text.slice(start, next).trim(), next }
}

function isEndOfCell(text: string, at: number): boolean {
  const character = text[at]
  return character === undefined || character === ',' || character === '\n' || character === '\r'
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at++
  return at
}

function afterBreak(text: string, at: number): number {
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
}

function hasLineAfter(text: string, at: number): boolean {
  return text.slice(at).trim().length > 0 && /[\r\n]/.test(text.slice(at))
}

/**
 * Reads JSON as models write it: cut off anywhere, Python's quotation marks, tuples and literals, commas too many or missing at line
 * ends, quotation marks inside strings. Valid JSON reads as JSON does. Nothing is made up: what the text does not end is not whole.
 */

export type LenientValue = LenientText | LenientList | LenientRecord

/** `bare`: without quotation marks, as numbers and `null` are. */
export type LenientText = LenientScalar<'text'> | LenientScalar<'bare'>

interface LenientScalar<Kind> {
  readonly kind: Kind
  readonly text: string
  /** False where the answer ends before the value does. */
  readonly isWhole: boolean
}

export interface LenientList {
  readonly kind: 'list'
  readonly items: readonly LenientValue[]
  readonly isWhole: boolean
}

export interface LenientRecord {
  readonly kind: 'record'
  /** In order, repeated keys included; the key is empty where there is a value alone. */
  readonly entries: readonly { readonly key: string; readonly value: LenientValue }[]
  readonly isWhole: boolean
}

export interface LenientRead {
  readonly value: LenientValue
  /** Offset after the value. */
  readonly end: number
}

interface Cursor {
  readonly text: string
  at: number
}

/** Deeper nesting is nobody's answer; it counts as cut off, so that no input exhausts the stack. Chosen, not measured. */
const MAX_DEPTH = 32

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }
const ESCAPED_AS_IS = new Set(['"', "'", '\\', '/'])
const HEX = /^[0-9a-fA-F]{4}$/
const SPACE = /\s/
const AFTER_STRING = new Set([',', ':', ']', '}', ')'])
const CLOSERS = new Set([']', '}', ')'])
const END_OF_BARE = new Set([',', ':', '[', ']', '{', '}', '(', ')', '\n'])
const MISSING: LenientText = { kind: 'bare', text: 'null', isWhole: true }

/** The value that starts at `at`, white space before it passed over. Never throws; cost linear. */
export function lenientValueAt(text: string, at: number): LenientRead {
  const cursor = { text, at }
  const value = readValue(cursor, 0)
  return { value, end: cursor.at }
}

function readValue(cursor: Cursor, depth: number): LenientValue {
  skip(cursor, isSpace)
  const mark = cursor.text[cursor.at]
  if (mark === '"' || mark === "'") return readText(cursor, mark)
  if (mark !== '[' && mark !== '(' && mark !== '{') return readBare(cursor)
  if (depth >= MAX_DEPTH) {
    cursor.at = cursor.text.length
    return { kind: 'list', items: [], isWhole: false }
  }
  cursor.at++
  return mark === '{' ? readRecord(cursor, depth) : readList(cursor, depth, mark === '[' ? ']' : ')')
}

function readList(cursor: Cursor, depth: number, closer: string): LenientList {
  const items: LenientValue[] = []
  for (;;) {
    const isWhole = ended(cursor, depth, closer)
    if (isWhole !== null) return { kind: 'list', items, isWhole }
    items.push(readValue(cursor, depth + 1))
  }
}

function readRecord(cursor: Cursor, depth: number): LenientRecord {
  const entries: { key: string; value: LenientValue }[] = []
  for (;;) {
    const isWhole = ended(cursor, depth, '}')
    if (isWhole !== null) return { kind: 'record', entries, isWhole }
    const key = readValue(cursor, depth + 1)
    skip(cursor, isSpace)
    if (cursor.text[cursor.at] !== ':' || key.kind === 'list' || key.kind === 'record') {
      entries.push({ key: '', value: key })
      continue
    }
    cursor.at++
    skip(cursor, isSpace)
    const next = cursor.text[cursor.at]
    if (next === undefined) return { kind: 'record', entries, isWhole: false }
    const isMissing = next === ',' || CLOSERS.has(next)
    entries.push({ key: key.text, value: isMissing ? MISSING : readValue(cursor, depth + 1) })
  }
}

/** Whether the container ends here: null if not, false at the end of the text. A closer of another kind ends it too. */
function ended(cursor: Cursor, depth: number, closer: string): boolean | null {
  skip(cursor, isSpaceOrComma)
  const mark = cursor.text[cursor.at]
  if (mark === undefined) return false
  if (!CLOSERS.has(mark)) return null
  // One that may belong to a container around this one is left to it.
  if (mark === closer || depth === 0) cursor.at++
  return true
}

function readText(cursor: Cursor, quote: string): LenientText {
  const { text } = cursor
  let value = ''
  let from = ++cursor.at
  for (; cursor.at < text.length; cursor.at++) {
    const mark = text[cursor.at]
    if (mark === '\\') {
      const escaped = escapeAt(text, cursor.at)
      if (escaped === null) break
      value += text.slice(from, cursor.at) + escaped.text
      from = escaped.end
      cursor.at = escaped.end - 1
    } else if (mark === quote && endsText(text, cursor.at + 1)) {
      value += text.slice(from, cursor.at)
      cursor.at++
      return { kind: 'text', text: value, isWhole: true }
    }
  }
  cursor.at = text.length
  return { kind: 'text', text: value + text.slice(from), isWhole: false }
}

/** Null where the text ends within the escape. A backslash that escapes nothing known stands for itself. */
function escapeAt(text: string, at: number): { readonly text: string; readonly end: number } | null {
  const letter = text[at + 1]
  if (letter === undefined) return null
  if (ESCAPED_AS_IS.has(letter)) return { text: letter, end: at + 2 }
  const known = ESCAPES[letter]
  if (known !== undefined) return { text: known, end: at + 2 }
  if (letter !== 'u') return { text: `\\${letter}`, end: at + 2 }
  const digits = text.slice(at + 2, at + 6)
  if (HEX.test(digits)) return { text: String.fromCharCode(Number.parseInt(digits, 16)), end: at + 6 }
  return at + 6 > text.length ? null : { text: '\\u', end: at + 2 }
}

/** Whether a quotation mark before `at` closes its string, or is one inside it: what follows tells. */
function endsText(text: string, at: number): boolean {
  let next = at
  for (; next < text.length && isSpace(text[next]); next++) if (text[next] === '\n') return true
  const mark = text[next]
  return mark === undefined || AFTER_STRING.has(mark)
}

function readBare(cursor: Cursor): LenientText {
  const start = cursor.at
  skip(cursor, (mark) => !END_OF_BARE.has(mark))
  // A mark that starts no value is passed over, so that reading always gets on.
  if (cursor.at === start) cursor.at = Math.min(start + 1, cursor.text.length)
  const text = cursor.text.slice(start, cursor.at).trim()
  return { kind: 'bare', text, isWhole: cursor.at < cursor.text.length }
}

function skip(cursor: Cursor, isSkipped: (mark: string) => boolean): void {
  for (;;) {
    const mark = cursor.text[cursor.at]
    if (mark === undefined || !isSkipped(mark)) return
    cursor.at++
  }
}

function isSpace(mark: string | undefined): boolean {
  return mark !== undefined && SPACE.test(mark)
}

function isSpaceOrComma(mark: string): boolean {
  return mark === ',' || SPACE.test(mark)
}

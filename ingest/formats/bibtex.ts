/**
 * Parses BibTeX tolerantly: braces or quotation marks, `@string` with `#`, `@comment`, parentheses, missing commas.
 * A broken entry is reported and skipped; parsing resumes at the next line that begins with `@`.
 */

export interface BibEntry {
  /** Entry type in lower case: `article`. */
  readonly type: string
  readonly key: string
  /** Values by lower-case field name, as written: LaTeX and braces within them stay. */
  readonly fields: ReadonlyMap<string, string>
  /** Line where the entry begins, from 1. */
  readonly line: number
}

export interface BibFile {
  readonly entries: readonly BibEntry[]
  readonly broken: readonly { readonly line: number; readonly reason: string }[]
}

interface Cursor {
  readonly text: string
  /** Offset of the closing sign for each opening one, 0 if it is never closed; computed once, so that no text is read twice. */
  readonly closing: Uint32Array
  /** Offset of the last quotation mark. */
  readonly lastQuote: number
  at: number
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ENTRY_START = /@\s*([A-Za-z]+)\s*([{(])/y
// An entry without a key begins directly with a field.
const KEY = /\s*(?:([^\s,{}()"=]+)(?!\s*=|[^\s,{}()"=]))?\s*,?/y
const FIELD_NAME = /[\s,]*([A-Za-z][\w+.:-]*)\s*=\s*/y
const MACRO = /[A-Za-z0-9_.:+/-]+/y

/** A broken entry; caught only by `parseBibtex`. */
class BrokenEntry extends Error {}

export function parseBibtex(text: string): BibFile {
  const cursor: Cursor = { text, closing: closingSigns(text), lastQuote: text.lastIndexOf('"'), at: 0 }
  const strings = new Map(MONTHS.map((month) => [month, month]))
  const entries: BibEntry[] = []
  const broken: { line: number; reason: string }[] = []
  const lineAt = lineCounter(text)
  for (let start = text.indexOf('@'); start >= 0; start = text.indexOf('@', cursor.at)) {
    cursor.at = start
    try {
      const entry = readEntry(cursor, strings)
      if (entry !== null) entries.push({ ...entry, line: lineAt(start) })
    } catch (error) {
      if (!(error instanceof BrokenEntry)) throw error
      broken.push({ line: lineAt(start), reason: error.message })
      cursor.at = nextEntryLine(text, start + 1)
    }
  }
  return { entries, broken }
}

function readEntry(cursor: Cursor, strings: Map<string, string>): Omit<BibEntry, 'line'> | null {
  const [whole, name = '', open] = match(cursor, ENTRY_START) ?? []
  if (whole === undefined) {
    // An `@` in running text, which BibTeX treats as a comment.
    cursor.at++
    return null
  }
  const type = name.toLowerCase()
  const close = open === '{' ? '}' : ')'
  if (type === 'comment' || type === 'preamble') {
    cursor.at--
    readBraced(cursor)
    return null
  }
  if (type === 'string') {
    for (const [macro, value] of readFields(cursor, close, strings)) strings.set(macro, value)
    return null
  }
  const key = match(cursor, KEY)?.[1] ?? ''
  return { type, key, fields: readFields(cursor, close, strings) }
}

function readFields(
  cursor: Cursor,
  close: string,
  strings: ReadonlyMap<string, string>,
): Map<string, string> {
  const fields = new Map<string, string>()
  for (;;) {
    const name = match(cursor, FIELD_NAME)?.[1]?.toLowerCase()
    if (name === undefined) break
    const value = readValue(cursor, strings)
    // If a field occurs twice, the first value counts, as in BibTeX.
    if (!fields.has(name)) fields.set(name, value)
  }
  match(cursor, /[\s,]*/y)
  if (cursor.text[cursor.at] !== close)
    throw new BrokenEntry('The entry has no end, or a field without a name.')
  cursor.at++
  return fields
}

/** Reads a value whose parts are joined by `#`. */
function readValue(cursor: Cursor, strings: ReadonlyMap<string, string>): string {
  let value = ''
  for (;;) {
    const sign = cursor.text[cursor.at]
    if (sign === '{') value += readBraced(cursor)
    else if (sign === '"') value += readQuoted(cursor)
    else {
      const [macro] = match(cursor, MACRO) ?? []
      if (macro === undefined) throw new BrokenEntry('A field has no value.')
      value += strings.get(macro.toLowerCase()) ?? macro
    }
    if (match(cursor, /\s*#\s*/y) === null) return value
  }
}

/** Returns the matching braces, and the matching parentheses, including those after a backslash, as in BibTeX. */
function closingSigns(text: string): Uint32Array {
  const closing = new Uint32Array(text.length)
  const braces: number[] = []
  const parentheses: number[] = []
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '{') braces.push(at)
    else if (sign === '(') parentheses.push(at)
    else if (sign === '}' || sign === ')') {
      const start = (sign === '}' ? braces : parentheses).pop()
      if (start !== undefined) closing[start] = at
    }
  }
  return closing
}

/** Reads the text between two signs; the cursor is at the first. */
function readBraced(cursor: Cursor): string {
  const start = cursor.at
  const end = cursor.closing[start] ?? 0
  if (end === 0) throw new BrokenEntry('A brace is never closed.')
  cursor.at = end + 1
  return cursor.text.slice(start + 1, end)
}

/** Reads a quoted value; quotation marks within braces belong to the text. */
function readQuoted(cursor: Cursor): string {
  const start = cursor.at + 1
  for (let at = start; at <= cursor.lastQuote; at++) {
    const sign = cursor.text[at]
    if (sign === '"') {
      cursor.at = at + 1
      return cursor.text.slice(start, at)
    }
    if (sign === '\\') at++
    else if (sign === '{') {
      const end = cursor.closing[at] ?? 0
      if (end === 0) break
      at = end
    }
  }
  throw new BrokenEntry('A quotation mark is never closed.')
}

/** Matches a sticky pattern at the cursor and moves past it. */
function match(cursor: Cursor, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text)
  if (found !== null) cursor.at += found[0].length
  return found
}

function nextEntryLine(text: string, from: number): number {
  const next = /\n[^\S\n]*@/g
  next.lastIndex = from
  return next.exec(text)?.index ?? text.length
}

/** Returns a function that numbers lines from 1; offsets must be passed in ascending order. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1
  let counted = 0
  return (offset) => {
    for (; counted < offset; counted++) if (text[counted] === '\n') line++
    return line
  }
}

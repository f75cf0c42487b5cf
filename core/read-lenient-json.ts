/**
 * Reads JSON as models write it: cut off anywhere, with comments, Python's quotation marks, tuples and literals, extra or missing commas
 * at line ends, quotation marks in strings, LaTeX with unescaped backslashes. Nothing is invented: a value that the text does not finish
 * is not whole. Valid JSON is read as by JSON.parse, except LaTeX names that begin like an escape, such as `\frac` and `\times`.
 */

export type LenientValue = LenientScalar | LenientList | LenientRecord

export interface LenientScalar {
  /** `bare` is a value without quotation marks, such as a number or `null`. */
  readonly kind: 'text' | 'bare'
  readonly text: string
  /** False if the text ends before the value does. */
  readonly isWhole: boolean
}

export interface LenientList {
  readonly kind: 'list'
  readonly items: readonly LenientValue[]
  readonly isWhole: boolean
}

export interface LenientRecord {
  readonly kind: 'record'
  /** Entries in order, repeated keys included; the key is null for a value without one. */
  readonly entries: readonly { readonly key: string | null; readonly value: LenientValue }[]
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

/** Deeper values count as cut off, so that no input exhausts the stack. Chosen, not measured. */
const MAX_DEPTH = 32

/** Comments. A slash after a colon may be part of an address. */
const COMMENT = String.raw`(?<!:)\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`
const SPACE = new RegExp(String.raw`(?:\s+|${COMMENT})*`, 'y')
const SPACE_OR_COMMA = new RegExp(String.raw`(?:[\s,]+|${COMMENT})*`, 'y')
const BARE = /(?:(?!\/[/*])[^,:[\]{}()\n])*/y
const ANY_MARK = /[\s\S]/y
/** What follows a quotation mark that ends its string; any other quotation mark is part of the string. */
const AFTER_STRING = /[^\S\n]*(?:$|[\n,:\]})]|\/[/*])/y
const CLOSERS = new Set([']', '}', ')'])
/**
 * LaTeX names that begin with b, f, r or t: the Greek letters, and names common in papers' formulas. `\n…` is always a line break:
 * `\nu` and `\neq` cannot be distinguished from the first words of a line.
 */
const LATEX_NAMES = [
  'backslash|bar|because|begin|beta|beth|between|bf|bigcap|bigcup|bigl|bigr|Bigl|Bigr|big|Big|bigg|Bigg|binom|blacksquare|bm|bmod|boldsymbol|bot|bowtie|boxed|box|breve|bullet',
  'fbox|flat|footnotesize|forall|frac|frown',
  'rangle|rbrace|rbrack|rceil|real|ref|rfloor|rhd|rho|rightarrow|rightharpoonup|rightleftharpoons|right|rm|rtimes|rVert|rvert',
  'tag|tan|tanh|tau|tbinom|text|textbf|textit|textrm|textstyle|textsubscript|textsuperscript|textup|tfrac|therefore|thetasym|theta|thinspace|tilde|times|tiny|top|to|triangle|triangleq|tt',
].join('|')
/** Escapes. A backslash that escapes nothing known is kept. */
const ESCAPE = new RegExp(
  String.raw`\\(?:u([\da-fA-F]{4})|(?!(?:${LATEX_NAMES})(?![a-zA-Z]))[bfrt]|[n"'\\/])`,
  'g',
)
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }
const MISSING: LenientScalar = { kind: 'bare', text: 'null', isWhole: true }

/** Returns the value that starts at `at`, after any white space. Never throws; the time is linear in the length of the value. */
export function readLenientJson(text: string, at = 0): LenientRead {
  const cursor = { text, at }
  const value = readValue(cursor, 0)
  return { value, end: cursor.at }
}

function readValue(cursor: Cursor, depth: number): LenientValue {
  pass(cursor, SPACE)
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
  const entries: { key: string | null; value: LenientValue }[] = []
  for (;;) {
    const isWhole = ended(cursor, depth, '}')
    if (isWhole !== null) return { kind: 'record', entries, isWhole }
    const key = readValue(cursor, depth + 1)
    pass(cursor, SPACE)
    if (cursor.text[cursor.at] !== ':' || key.kind === 'list' || key.kind === 'record') {
      entries.push({ key: null, value: key })
      continue
    }
    cursor.at++
    pass(cursor, SPACE)
    const next = cursor.text[cursor.at]
    if (next === undefined) return { kind: 'record', entries, isWhole: false }
    const isMissing = next === ',' || CLOSERS.has(next)
    entries.push({ key: key.text, value: isMissing ? MISSING : readValue(cursor, depth + 1) })
  }
}

/** Returns whether the container is whole if it ends here: false at the end of the text; null if it goes on. Any closer ends it. */
function ended(cursor: Cursor, depth: number, closer: string): boolean | null {
  pass(cursor, SPACE_OR_COMMA)
  const mark = cursor.text[cursor.at]
  if (mark === undefined) return false
  if (!CLOSERS.has(mark)) return null
  // Another closer may belong to an outer container and is left for it.
  if (mark === closer || depth === 0) cursor.at++
  return true
}

function readText(cursor: Cursor, quote: string): LenientScalar {
  const { text } = cursor
  const start = ++cursor.at
  for (; cursor.at < text.length; cursor.at++) {
    if (text[cursor.at] === '\\') cursor.at++
    else if (text[cursor.at] === quote && matches(AFTER_STRING, text, cursor.at + 1))
      return { kind: 'text', text: unescaped(text.slice(start, cursor.at++)), isWhole: true }
  }
  cursor.at = text.length
  return { kind: 'text', text: unescaped(text.slice(start)), isWhole: false }
}

function unescaped(text: string): string {
  return text.replace(ESCAPE, (sequence: string, code?: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    const mark = sequence.slice(1)
    return ESCAPED[mark] ?? mark
  })
}

function readBare(cursor: Cursor): LenientScalar {
  // A character that starts no value is read as one, so that reading always advances.
  const text = pass(cursor, BARE) || pass(cursor, ANY_MARK)
  return { kind: 'bare', text: text.trim(), isWhole: cursor.at < cursor.text.length }
}

function pass(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at
  const [passed = ''] = pattern.exec(cursor.text) ?? []
  cursor.at += passed.length
  return passed
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

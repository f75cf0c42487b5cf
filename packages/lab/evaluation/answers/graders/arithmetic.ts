/**
 * Reads the number at the start of a plain text (notation.ts), with the arithmetic that people leave in answers: `3*10^(-5)`, `1,234.5`,
 * `2π/15`, `-arctan(sqrt(3)/4)`, `1 - 1/e`, `3 1/3`, `5.0 ± 0.3`. A unit may follow the number.
 */

export interface NumberRead {
  readonly value: number
  /** Number of characters read. */
  readonly end: number
}

interface Cursor {
  readonly text: string
  at: number
  /** Number of open brackets; a degree sign within them is a factor, outside a unit. */
  depth: number
  /** Current nesting of powers. */
  powers: number
}

const MAX_DEPTH = 40
// Digits in groups of three by comma, blank or apostrophe, or plain digits. An exponent needs its digits.
const NUMERAL =
  /(?:\d{1,3}(?:,\d{3})+(?!\d)|\d{1,3}(?:[ ']\d{3})+(?![\d.]{0,30}\s*\/)(?!\d)|\d+)(?:\.\d*)?(?:[eE][+-]?\d+(?![\d.]))?|\.\d+(?:[eE][+-]?\d+)?/y
const UNCERTAINTY = /\(\d{1,3}\)(?!\s*\/)/y
const MIXED = /\s+(\d+)\s*\/\s*(\d+)(?![\d.])/y
const FUNCTIONS: Readonly<Record<string, (value: number) => number>> = {
  sqrt: Math.sqrt,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  arcsin: Math.asin,
  arccos: Math.acos,
  arctan: Math.atan,
  exp: Math.exp,
  ln: Math.log,
  log: Math.log10,
}
const FUNCTION_NAME = /(?:arc(?:sin|cos|tan)|sqrt|sin|cos|tan|exp|ln|log)(?![a-zA-Z])/y

/** Returns the number, or undefined if the text does not begin with one. */
export function readNumber(text: string): NumberRead | undefined {
  const cursor: Cursor = { text, at: 0, depth: 0, powers: 0 }
  const value = readSum(cursor)
  return value === undefined || !Number.isFinite(value) ? undefined : { value, end: cursor.at }
}

/** Returns whether the text is only a number. */
export function isNumber(text: string): boolean {
  return readNumber(text)?.end === text.length
}

function readSum(cursor: Cursor): number | undefined {
  let value = readProduct(cursor)
  if (value === undefined) return undefined
  for (;;) {
    const start = cursor.at
    const sign = takeOne(cursor, '+-±')
    const next = sign === undefined ? undefined : readProduct(cursor)
    if (next === undefined) {
      cursor.at = start
      return value
    }
    if (sign !== '±') value = sign === '+' ? value + next : value - next
  }
}

function readProduct(cursor: Cursor): number | undefined {
  let value = readSigned(cursor)
  if (value === undefined) return undefined
  for (;;) {
    const start = cursor.at
    const sign = takeOne(cursor, '*/')
    const next = sign === undefined ? readImplicit(cursor) : readSigned(cursor)
    if (next === undefined) {
      cursor.at = start
      return value
    }
    value = sign === '/' ? value / next : value * next
  }
}

/** Reads a factor without a multiplication sign: `2π`, `3 sqrt(2)`, `(1/2)(3)`, `1.4 10^(-15)`. Not `5 e`, which is a charge. */
function readImplicit(cursor: Cursor): number | undefined {
  skipBlanks(cursor)
  if (isRemark(cursor)) return undefined
  const rest = cursor.text.slice(cursor.at, cursor.at + 8)
  const opens = /^(?:π|\(|sqrt|sin|cos|tan|arc|exp|ln|log|10\s*\^|e\s*\^)/.test(rest)
  return opens ? readPower(cursor) : undefined
}

/** Returns whether a bracket after a gap ends the text: `0.456 (41/90)`. */
function isRemark({ text, at, depth }: Cursor): boolean {
  return (
    depth === 0 &&
    /\.\d+\s+$/.test(text.slice(Math.max(0, at - 24), at)) &&
    /^\([^()]*\)\.?$/.test(text.slice(at))
  )
}

function readSigned(cursor: Cursor): number | undefined {
  const sign = takeOne(cursor, '+-')
  const value = readPower(cursor)
  return value === undefined || sign !== '-' ? value : -value
}

function readPower(cursor: Cursor): number | undefined {
  const base = readPrimary(cursor)
  if (base === undefined) return undefined
  const start = cursor.at
  if (takeOne(cursor, '^') === undefined) return base
  cursor.powers++
  const exponent = cursor.powers > MAX_DEPTH ? undefined : readSigned(cursor)
  cursor.powers--
  if (exponent === undefined) {
    cursor.at = start
    return base
  }
  return base ** exponent
}

function readPrimary(cursor: Cursor): number | undefined {
  skipBlanks(cursor)
  const value = readNumeral(cursor) ?? readBracket(cursor) ?? readFunction(cursor) ?? readConstant(cursor)
  if (value !== undefined && cursor.depth > 0 && cursor.text[cursor.at] === '°') {
    cursor.at++
    return (value * Math.PI) / 180
  }
  return value
}

function readNumeral(cursor: Cursor): number | undefined {
  const numeral = take(cursor, NUMERAL)?.[0]
  if (numeral === undefined) return undefined
  const value = Number(numeral.replace(/[, ']/g, ''))
  if (numeral.includes('.')) {
    // 1.234(5): uncertainty of the last digit.
    take(cursor, UNCERTAINTY)
    return value
  }
  const mixed = /[eE]/.test(numeral) ? undefined : take(cursor, MIXED)
  return mixed === undefined ? value : value + Number(mixed[1]) / Number(mixed[2])
}

function readBracket(cursor: Cursor): number | undefined {
  const start = cursor.at
  if (cursor.depth >= MAX_DEPTH || cursor.text[cursor.at] !== '(') return undefined
  cursor.at++
  cursor.depth++
  const value = readSum(cursor)
  cursor.depth--
  if (value !== undefined && takeOne(cursor, ')') !== undefined) return value
  cursor.at = start
  return undefined
}

function readFunction(cursor: Cursor): number | undefined {
  const start = cursor.at
  const name = take(cursor, FUNCTION_NAME)?.[0]
  if (name === undefined) return undefined
  cursor.depth++
  const argument = cursor.depth > MAX_DEPTH ? undefined : readPower(cursor)
  cursor.depth--
  if (argument !== undefined) return FUNCTIONS[name]!(argument)
  cursor.at = start
  return undefined
}

function readConstant(cursor: Cursor): number | undefined {
  if (take(cursor, /π|pi(?![a-zA-Z])/y) !== undefined) return Math.PI
  return take(cursor, /e(?![a-zA-Z0-9])/y) === undefined ? undefined : Math.E
}

function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text)
  if (found === null || found[0] === '') return undefined
  cursor.at += found[0].length
  return found
}

function takeOne(cursor: Cursor, characters: string): string | undefined {
  skipBlanks(cursor)
  const next = cursor.text[cursor.at]
  if (next === undefined || !characters.includes(next)) return undefined
  cursor.at++
  return next
}

function skipBlanks(cursor: Cursor): void {
  while (cursor.text[cursor.at] === ' ') cursor.at++
}

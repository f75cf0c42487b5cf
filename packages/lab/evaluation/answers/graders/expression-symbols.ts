/**
 * Renames every symbol of a LaTeX or plain formula to `q_{1}`, `q_{2}` …, so that an algebra system cannot read `B_0 (…)` as a call or
 * `k_BT` as an index. Subscripts, primes and accents are part of a symbol's identity; a derivative is one symbol.
 */
import { unicodePlain } from './notation.ts'

/** Names assigned so far, shared by the expressions that are compared. */
export type Naming = Map<string, string>

interface Cursor {
  readonly source: string
  at: number
  readonly naming: Naming
  out: string
}

const GREEK =
  `alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi rho varrho sigma tau upsilon phi
  varphi chi psi omega Gamma Delta Theta Lambda Xi Sigma Upsilon Phi Psi Omega hbar ell`.split(/\s+/)
const GREEK_LETTERS = new Map(
  [...'αβγδεζηθικλμνξρστυφχψωΓΔΘΛΞΣΦΨΩ'].map((letter, at) => [
    letter,
    `alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau upsilon phi chi psi omega Gamma Delta Theta Lambda Xi
  Sigma Phi Psi Omega`.split(/\s+/)[at]!,
  ]),
)
const SYMBOL_COMMANDS = new Set(GREEK)
const FUNCTIONS = new Set(
  `sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan arcsinh arccosh arctanh ln log exp`.split(
    ' ',
  ),
)
const KEPT = new Set(['cdot', 'sqrt', 'pi', 'binom', 'div', ...FUNCTIONS])
const SKIPPED = new Set(
  'left right displaystyle textstyle quad qquad big Big bigl bigr Bigl Bigr limits'.split(' '),
)
const DRESS = new Set(
  'mathrm text rm mathbf boldsymbol bm mathit mathsf textbf textrm operatorname mathcal bf'.split(' '),
)
const ACCENTS = new Set('dot ddot bar hat tilde vec overline'.split(' '))
const FRACTION = new Set(['frac', 'dfrac', 'tfrac'])
const PLAIN_FUNCTION = /^(sqrt|a(?:rc)?(?:sin|cos|tan)h?|sinh|cosh|tanh|sin|cos|tan|ln|log|exp)(?=\s*[({])/
const DERIVED = /^\s*(?:\\partial|\\mathrm\s*\{\s*d\s*\}|d(?=\s*[A-Za-z\\^{]))/
const OPERATOR = /^\s*(?:\\partial|\\mathrm\s*\{\s*d\s*\}|d)\s*(?:\^\s*\{?\d\}?)?\s*$/
const DIFFERENTIAL =
  /^\s*(?:\\partial|\\mathrm\s*\{\s*d\s*\}|d)\s*(?:\\?[A-Za-z]+)(?:_\{?[^{}]*\}?)?\s*(?:\^\s*\{?\d\}?)?\s*$/

/** Returns the renamed formula, or undefined if it has signs that no comparison of values can judge, such as `\nabla` or `\propto`. */
export function namedSymbols(formula: string, naming: Naming): string | undefined {
  const source = braced(unicodePlain(formula).replace(/\*\*/g, '^'))
  const cursor: Cursor = { source, at: 0, naming, out: '' }
  while (cursor.at < source.length) if (!readNext(cursor)) return undefined
  return cursor.out.trim()
}

/** Writes `x^(1/2)` and `sqrt(x)` with braces. */
function braced(formula: string): string {
  let text = formula.replace(/√\s*(?=\()/g, '\\sqrt').replace(/√\s*([A-Za-z0-9]+)/g, '\\sqrt{$1}')
  text = text.replace(/(?<!\\)\bsqrt(?=\s*\()/g, '\\sqrt')
  for (let from = 0; ; ) {
    const opening = /(?:\^|\\sqrt)\s*\(/g
    opening.lastIndex = from
    const found = opening.exec(text)
    if (found === null) return text
    const start = found.index + found[0].length - 1
    const end = closing(text, start)
    if (end === -1) return text
    text = `${text.slice(0, start)}{${text.slice(start + 1, end)}}${text.slice(end + 1)}`
    from = start
  }
}

function closing(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return -1
}

function readNext(cursor: Cursor): boolean {
  const character = cursor.source[cursor.at]!
  if (character === '\\') return readCommand(cursor)
  if (/[A-Za-z]/.test(character)) return readLetter(cursor)
  if (GREEK_LETTERS.has(character)) {
    cursor.at++
    return emitSymbol(cursor, GREEK_LETTERS.get(character)!)
  }
  const sign = signOf(character)
  if (sign === undefined) return false
  cursor.out += sign
  cursor.at++
  return true
}

function signOf(character: string): string | undefined {
  if (/[\d.{}()+\-/^!|,\s]/.test(character)) return character
  if (/[*×·⋅∙]/.test(character)) return '\\cdot '
  const others: Readonly<Record<string, string>> = {
    '[': '(',
    ']': ')',
    π: '\\pi ',
    $: '',
    '~': ' ',
    '–': '-',
  }
  return others[character]
}

function readCommand(cursor: Cursor): boolean {
  const name = /^\\([A-Za-z]+)/.exec(cursor.source.slice(cursor.at, cursor.at + 24))?.[1]
  if (name === undefined) return readEscape(cursor)
  cursor.at += name.length + 1
  if (SKIPPED.has(name)) return true
  if (name === 'times') cursor.out += '\\cdot '
  else if (KEPT.has(name)) return readKept(cursor, name)
  else if (SYMBOL_COMMANDS.has(name)) return emitSymbol(cursor, name.replace(/^var(?=epsilon)/, ''))
  else if (FRACTION.has(name)) return readFraction(cursor)
  else if (ACCENTS.has(name)) return emitSymbol(cursor, `${name}:${squeezed(rawArgument(cursor))}`)
  else if (DRESS.has(name)) return readDressed(cursor)
  else return false
  return true
}

function readKept(cursor: Cursor, name: string): boolean {
  if (name === 'pi' && /^\s*_/.test(cursor.source.slice(cursor.at, cursor.at + 4)))
    return emitSymbol(cursor, 'pi')
  cursor.out += `\\${name} `
  return true
}

/** Reads an escape: `\,` and the like are blanks; `\{` is a bracket. */
function readEscape(cursor: Cursor): boolean {
  const character = cursor.source[cursor.at + 1] ?? ''
  cursor.at += 2
  if (/[,;:!\s()[\]]/.test(character)) cursor.out += ' '
  else if (character === '{' || character === '}') cursor.out += character === '{' ? '(' : ')'
  else return false
  return true
}

/** Reads a fraction. A derivative is one symbol: an algebra system takes that of an unknown function for 0. */
function readFraction(cursor: Cursor): boolean {
  const start = cursor.at
  const [top, bottom] = [rawArgument(cursor), rawArgument(cursor)]
  // d/dx before its operand.
  if (OPERATOR.test(top) && DIFFERENTIAL.test(bottom)) return false
  if (DERIVED.test(top) && DIFFERENTIAL.test(bottom))
    return emitSymbol(cursor, `derivative:${squeezed(`${top}/${bottom}`)}`)
  cursor.at = start
  cursor.out += '\\frac'
  return true
}

/** Reads a styled symbol: `\mathrm{sw}` is one symbol, `\mathrm{sin}` a function, `\mathbf{v}` different from v. */
function readDressed(cursor: Cursor): boolean {
  const content = squeezed(rawArgument(cursor))
  if (FUNCTIONS.has(content)) {
    cursor.out += `\\${content} `
    return true
  }
  if (content === '') return true
  return /^[A-Za-z0-9]+$/.test(content) && emitSymbol(cursor, content)
}

function readLetter(cursor: Cursor): boolean {
  const rest = cursor.source.slice(cursor.at, cursor.at + 16)
  const name = PLAIN_FUNCTION.exec(rest)?.[1]
  if (name !== undefined) {
    cursor.at += name.length
    cursor.out += `\\${name.replace(/^a(?=sin|cos|tan)/, 'arc')} `
    return true
  }
  const greek = /^[A-Za-z]+/.exec(rest)![0]
  const base = SYMBOL_COMMANDS.has(greek) ? greek : greek === 'pi' ? undefined : rest[0]!
  cursor.at += base?.length ?? greek.length
  if (base === undefined) cursor.out += '\\pi '
  else if ((base === 'e' || base === 'i') && !/^\s*['_]/.test(cursor.source.slice(cursor.at, cursor.at + 4)))
    cursor.out += `${base} `
  else return emitSymbol(cursor, base)
  return true
}

/** Writes the symbol: the base with the primes and the subscript that follow. */
function emitSymbol(cursor: Cursor, base: string): boolean {
  const primes = /^'+/.exec(cursor.source.slice(cursor.at, cursor.at + 8))?.[0] ?? ''
  cursor.at += primes.length
  let key = base + primes
  const mark = /^\s*_/.exec(cursor.source.slice(cursor.at, cursor.at + 4))?.[0]
  if (mark !== undefined) {
    cursor.at += mark.length
    key += `_${subscript(cursor)}`
  }
  const name = cursor.naming.get(key) ?? `q_{${cursor.naming.size + 1}}`
  cursor.naming.set(key, name)
  cursor.out += `${name} `
  return true
}

/** Reads a subscript: one character, or the contents of braces; `v_sw` in plain text is read whole. */
function subscript(cursor: Cursor): string {
  const plain = cursor.source.includes('\\')
    ? undefined
    : /^(?:[a-z]{2,}|\d+)/.exec(cursor.source.slice(cursor.at, cursor.at + 16))
  if (plain === undefined || plain === null) return squeezed(rawArgument(cursor))
  cursor.at += plain[0].length
  return plain[0]
}

/** Reads a group without its braces, a command or one character. */
function rawArgument(cursor: Cursor): string {
  while (cursor.source[cursor.at] === ' ') cursor.at++
  const start = cursor.at
  if (cursor.source[start] !== '{') {
    const command = /^\\[A-Za-z]+/.exec(cursor.source.slice(start, start + 24))?.[0]
    cursor.at += command?.length ?? 1
    return command ?? cursor.source.slice(start, start + 1)
  }
  let depth = 0
  for (; cursor.at < cursor.source.length; cursor.at++) {
    if (cursor.source[cursor.at] === '{') depth++
    else if (cursor.source[cursor.at] === '}' && --depth === 0) break
  }
  return cursor.source.slice(start + 1, cursor.at++)
}

function squeezed(raw: string): string {
  return raw
    .replace(/\\odot/g, 'sun')
    .replace(/\\(?:mathrm|text|rm|mathit|mathbf|bf|operatorname|textrm)(?![A-Za-z])|\\[,;:! ]/g, '')
    .replace(/[{}\s~]/g, '')
}

/**
 * Converts LaTeX or Unicode in an answer to plain text: `$3\times10^{-5}\,\mathrm{m\,s^{-1}}$` is `3*10^(-5) m s^(-1)`. Powers are `^(…)`,
 * products `*`, fractions `((a)/(b))`, roots `sqrt(…)`; commands without a plain form leave their name.
 */

/** A longer text is not a final answer; chosen, not measured. */
export const MAX_ANSWER_CHARACTERS = 20_000
// Deeper groups are read as if closed: no final answer has them, and the reader is recursive. Chosen, not measured.
const MAX_DEPTH = 64

const COMMANDS: Readonly<Record<string, string>> = {
  times: '*',
  cdot: '*',
  ast: '*',
  div: '/',
  pm: '±',
  mu: 'μ',
  upmu: 'μ',
  pi: 'π',
  Omega: 'Ω',
  ohm: 'Ω',
  circ: '°',
  degree: '°',
  AA: 'Å',
  angstrom: 'Å',
  approx: '≈',
  approxeq: '≈',
  simeq: '≈',
  sim: '≈',
  infty: '∞',
  le: '≤',
  leq: '≤',
  ge: '≥',
  geq: '≥',
  to: '→',
  rightarrow: '→',
  quad: ' ',
  qquad: ' ',
  celsius: '°C',
  micro: 'μ',
}
/** Commands that only style their argument. */
const DRESS = new Set(
  `left right big Big bigl bigr displaystyle textstyle rm bf it mathrm mathbf mathit mathsf mathtt mathcal text textbf textit textrm
  textsf operatorname boldsymbol bm mbox hbox unit si num ce pu limits nolimits underline overline emph`.split(
    /\s+/,
  ),
)
/** Unit vectors and accents: the direction is not part of a number or unit. */
const ACCENTS = new Set(['hat', 'vec', 'widehat'])
/** Commands of the package siunitx: a number and its unit. */
const QUANTITIES = new Set(['SI', 'qty'])
const FRACTIONS = new Set(['frac', 'dfrac', 'tfrac', 'cfrac', 'nicefrac', 'sfrac'])

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ'
const RAISED = '0123456789+-()n'

interface Cursor {
  readonly source: string
  at: number
}

export function openNotation(text: string): string {
  const cursor: Cursor = { source: unicodePlain(text.slice(0, MAX_ANSWER_CHARACTERS)), at: 0 }
  let opened = ''
  // A stray closing brace ends a run, not the text.
  while (cursor.at < cursor.source.length) opened += readRun(cursor, 0)
  return (
    opened
      .replace(/\*\*/g, '^')
      .replace(/[−‒–—]/g, '-')
      .replace(/[×⋅·∙•✕]/g, '*')
      .replace(/÷|⁄|∕/g, '/')
      .replace(/\{,\}/g, ',')
      .replace(/(\d)\s*[xX]\s*(?=10\s*\^)/g, '$1*')
      // A power that lost its superscript in a PDF: 5.0×10-3.
      .replace(/\*\s*10([+-]\d{1,3})(?![\d.])/g, '*10^($1)')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** Writes superscripts as `^{…}`, with one kind of minus and compatible letters. */
export function unicodePlain(text: string): string {
  return (
    text
      .replace(/\\(?:begin|end)\s*\{[^{}]{0,30}\}/g, ' ')
      .replace(/&(?=\s*(?:=|\\approx))/g, '')
      // A thousands separator in LaTeX, read before braces are removed.
      .replace(/\{,\}/g, ',')
      .replace(/[º˚]/g, '°')
      // Vulgar fractions stay separate from the whole number before them.
      .replace(/(?<=\d)(?=[¼-¾⅐-⅞])/g, ' ')
      .replace(new RegExp(`[${SUPERSCRIPTS}]+`, 'gu'), (run) => {
        const plain = [...run].map((raised) => RAISED[SUPERSCRIPTS.indexOf(raised)]).join('')
        return `^{${plain}}`
      })
      .normalize('NFKC')
      .replace(/[−‒]/g, '-')
      .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
  )
}

/** Reads to the closing brace of its group, or to the end. */
function readRun(cursor: Cursor, depth: number): string {
  let out = ''
  while (cursor.at < cursor.source.length) {
    const character = cursor.source[cursor.at++]!
    if (character === '}') return out
    out += readCharacter(cursor, character, depth, out)
  }
  return out
}

function readCharacter(cursor: Cursor, character: string, depth: number, before: string): string {
  switch (character) {
    case '{':
      return depth < MAX_DEPTH ? readRun(cursor, depth + 1) : ''
    case '\\':
      return readCommand(cursor, depth, before)
    case '^':
      return raised(readArgument(cursor, depth))
    case '~':
      // A LaTeX blank, or "about" before a number.
      return /^\s*[\d.+-]/.test(cursor.source.slice(cursor.at, cursor.at + 8)) ? '≈' : ' '
    case '$':
      return ''
    default:
      return character
  }
}

function raised(argument: string): string {
  if (argument.trim() === '°') return '°'
  return argument === '' ? '^' : `^(${argument.trim()})`
}

/** Reads the argument of a power, a fraction or a root: a group, a command, a number or one character. */
function readArgument(cursor: Cursor, depth: number): string {
  while (cursor.source[cursor.at] === ' ') cursor.at++
  const next = cursor.source[cursor.at]
  if (next === '{') {
    cursor.at++
    return depth < MAX_DEPTH ? readRun(cursor, depth + 1) : ''
  }
  if (next === '\\') {
    cursor.at++
    return depth < MAX_DEPTH ? readCommand(cursor, depth + 1, '') : ''
  }
  // People write `10^-5` and `10^23`, although LaTeX would raise only one character.
  const number = /^[+-]?\d+(?:\.\d+)?/.exec(cursor.source.slice(cursor.at, cursor.at + 24))?.[0]
  if (number !== undefined) {
    cursor.at += number.length
    return number
  }
  if (next === undefined || /[\s(})]/.test(next)) return ''
  cursor.at++
  return next
}

function readCommand(cursor: Cursor, depth: number, before: string): string {
  const name = /^[a-zA-Z]+/.exec(cursor.source.slice(cursor.at, cursor.at + 32))?.[0]
  if (name === undefined) return readEscape(cursor)
  cursor.at += name.length
  if (FRACTIONS.has(name)) return readFraction(cursor, depth, before)
  if (name === 'sqrt') return readRoot(cursor, depth)
  if (ACCENTS.has(name)) {
    readArgument(cursor, depth)
    return ' '
  }
  if (DRESS.has(name)) return ''
  if (QUANTITIES.has(name)) return `${readArgument(cursor, depth)} ${readArgument(cursor, depth)}`
  // A prefix belongs to its unit: `\mu \mathrm{C}`.
  if (name.endsWith('mu')) while (cursor.source[cursor.at] === ' ') cursor.at++
  const gap = /[A-Za-z]$/.test(before) ? ' ' : ''
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name]! : gap + name + wordGap(cursor)
}

/** Returns the gap after a word: `\cos x` keeps its blank, `\alpha_1` needs none. */
function wordGap(cursor: Cursor): string {
  return /[a-zA-Z0-9]/.test(cursor.source[cursor.at] ?? '') ? ' ' : ''
}

function readEscape(cursor: Cursor): string {
  const character = cursor.source[cursor.at++] ?? ''
  if (character === '!') return ''
  if (/[,;:\s\\]/.test(character)) return ' '
  // Delimiters of mathematics: \( \) \[ \]
  if (/[()[\]]/.test(character)) return ' '
  return character
}

function readFraction(cursor: Cursor, depth: number, before: string): string {
  const top = readFractionPart(cursor, depth).trim()
  const bottom = readFractionPart(cursor, depth).trim()
  // 3\frac{1}{3} is three and a third.
  if (/\d\s*$/.test(before) && /^\d+$/.test(top) && /^\d+$/.test(bottom)) return ` ${top}/${bottom}`
  return `((${top})/(${bottom}))`
}

/** Reads one part of a fraction: `\frac12` is one half, since a number is one digit here. */
function readFractionPart(cursor: Cursor, depth: number): string {
  while (cursor.source[cursor.at] === ' ') cursor.at++
  if (/\d/.test(cursor.source[cursor.at] ?? '')) return cursor.source[cursor.at++]!
  return readArgument(cursor, depth)
}

function readRoot(cursor: Cursor, depth: number): string {
  const degree = /^\s*\[([^\]{}]{1,8})\]/.exec(cursor.source.slice(cursor.at, cursor.at + 16))
  if (degree !== null) cursor.at += degree[0].length
  const inner = readArgument(cursor, depth).trim()
  if (inner === '') return 'sqrt'
  return degree === null ? `sqrt(${inner})` : `((${inner})^(1/(${degree[1]})))`
}

/**
 * Reduces a text to what it says: no spaces, punctuation, case or accents, in which readers of PDFs differ. What they must agree on
 * remains: letters, digits, the point in a number, signs before numbers, and signs of relation.
 */
import { GREEK } from '../core/index.ts'

export interface Squeezed {
  readonly chars: string
  /** Offset in the text of the character that each of `chars` comes from. */
  readonly offsets: Uint32Array
}

const SPELLED: Readonly<Record<string, string>> = {
  ...GREEK,
  // People type micro as u.
  μ: 'u',
  ι: 'iota',
  ο: 'o',
  ς: 'sigma',
  υ: 'upsilon',
}
const SAME: Readonly<Record<string, string>> = {
  '×': 'x',
  '✕': 'x',
  '∗': '',
  '·': '.',
  '∙': '.',
  '⋅': '.',
  '⩽': '≤',
  '⩾': '≥',
  '⁄': '/',
  '°': '',
  º: '',
  ª: '',
  '…': '',
  // Dotless letters, which TeX sets under an accent.
  ı: 'i',
  ȷ: 'j',
  // Accents next to their letter.
  ˆ: '',
  ˇ: '',
  '±': '+-',
  '∓': '-+',
}
/** Control characters replace signs that a reader did not know. */
const UNREADABLE = /[^\P{Cc}\s]/u
const DASH = /^[\p{Pd}−]$/u
/** Some readers give the mark of a note after a number as a superscript, others on the line. */
const BEFORE_DIGIT = /^[\d⁰¹²³⁴-⁹]/u
const BEFORE_NUMBER = /^\s?[\d⁰¹²³⁴-⁹]/u
const BEHIND_PLUS = /\+\s*$/
// Signs that relate or scale numbers; all other signs are left out.
const KEPT_SIGNS = new Set(['%', '‰', '<', '>', '=', '≤', '≥', '+', '/', '≠', '\ufffd'])
const KEPT = /[\p{L}\p{N}]/u
const LETTER = /^\p{L}$/u

const known = new Map<number, string>()

/** Returns the squeezed form of a character: letters and digits, `-` for any dash, `.` for any point, or nothing. */
function folded(codePoint: number): string {
  const cached = known.get(codePoint)
  if (cached !== undefined) return cached
  const character = String.fromCodePoint(codePoint).replace(UNREADABLE, '\ufffd')
  const parts = [...(SAME[character] ?? character).normalize('NFKD').toLowerCase()]
  const text = parts.map(foldedPart).join('')
  known.set(codePoint, text)
  return text
}

function foldedPart(part: string): string {
  if (DASH.test(part)) return '-'
  if (part === '.' || KEPT_SIGNS.has(part)) return part
  return KEPT.test(part) ? (SPELLED[part] ?? part) : ''
}

export function squeeze(text: string): Squeezed {
  let chars = ''
  // No character is squeezed to more than 18 (an Arabic ligature).
  let offsets = new Uint32Array(text.length + 64)
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at)!
    const part = folded(codePoint)
    if (isSignificant(part, text, at)) {
      if (chars.length + part.length > offsets.length) offsets = grown(offsets)
      offsets.fill(at, chars.length, chars.length + part.length)
      chars += part
    }
    at += codePoint > 0xffff ? 2 : 1
  }
  return { chars, offsets: offsets.subarray(0, chars.length) }
}

function grown(offsets: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(offsets.length * 2)
  more.set(offsets)
  return more
}

/**
 * Returns whether a dash or point counts. A dash counts before a number, as a minus or in a range, and under a plus; between letters it
 * joins words or hyphenates one at the end of a line. A point counts in a number.
 */
function isSignificant(part: string, text: string, at: number): boolean {
  if (part !== '.' && part !== '-') return part !== ''
  if (LETTER.test(text[at - 1] ?? '')) return false
  if (part === '.') return BEFORE_DIGIT.test(text.slice(at + 1, at + 2))
  return BEFORE_NUMBER.test(text.slice(at + 1, at + 3)) || BEHIND_PLUS.test(text.slice(at - 3, at))
}

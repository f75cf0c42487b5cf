/**
 * A text reduced to what it says, for comparing wordings that came by different ways: no spaces, no punctuation, no case, no accents. Readers of PDFs
 * differ in all of these; what they must agree on stays: letters, digits, the point in a number, signs before numbers, and signs of relation.
 */
import { GREEK } from '../core/index.ts'

export interface Squeezed {
  readonly chars: string
  /** Place in the text of the character that each of `chars` comes from. */
  readonly offsets: Uint32Array
}

const SPELLED: Readonly<Record<string, string>> = {
  ...GREEK,
  // As people type micro.
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
  // Dotless letters, as TeX sets them under an accent.
  ı: 'i',
  ȷ: 'j',
  // Accents beside their letter.
  ˆ: '',
  ˇ: '',
  '±': '+-',
  '∓': '-+',
}
/** Control characters stand where a reader did not know the sign. */
const UNREADABLE = /[^\P{Cc}\s]/u
const DASH = /^[\p{Pd}−]$/u
/** A mark of a note that follows a number is read raised by some and on the line by others. */
const BEFORE_DIGIT = /^[\d⁰¹²³⁴-⁹]/u
const BEFORE_NUMBER = /^\s?[\d⁰¹²³⁴-⁹]/u
const BEHIND_PLUS = /\+\s*$/
// What relates or scales numbers; all other signs and marks are left out.
const KEPT_SIGNS = new Set(['%', '‰', '<', '>', '=', '≤', '≥', '+', '/', '≠', '\ufffd'])
const KEPT = /[\p{L}\p{N}]/u
const LETTER = /^\p{L}$/u

const known = new Map<number, string>()

/** What a character counts as: letters and digits, `-` for any dash, `.` for any point, or nothing. */
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
  // No character counts as more than 18 (a ligature of Arabic).
  let offsets = new Uint32Array(text.length + 64)
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at)!
    const part = folded(codePoint)
    if (isSaid(part, text, at)) {
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
 * A dash counts before a number, as a minus or in a range, and under a plus; between letters it joins, or divides a word at the end of a line.
 * A point counts in a number.
 */
function isSaid(part: string, text: string, at: number): boolean {
  if (part !== '.' && part !== '-') return part !== ''
  if (LETTER.test(text[at - 1] ?? '')) return false
  if (part === '.') return BEFORE_DIGIT.test(text.slice(at + 1, at + 2))
  return BEFORE_NUMBER.test(text.slice(at + 1, at + 3)) || BEHIND_PLUS.test(text.slice(at - 3, at))
}

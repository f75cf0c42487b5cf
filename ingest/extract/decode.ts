/** Decodes character codes of a PDF. Ligatures are spelled out; a code that is not a character becomes an empty text. */

// TeX's OT1 encoding keeps ligatures below 32, where fonts without a Unicode map leave them (Knuth, The TeXbook, appendix F).
const TEX_LIGATURES: Readonly<Record<number, string>> = { 11: 'ff', 12: 'fi', 13: 'fl', 14: 'ffi', 15: 'ffl' }
const TEX_LETTERS: Readonly<Record<number, string>> = {
  0: 'Γ',
  1: 'Δ',
  2: 'Θ',
  3: 'Λ',
  4: 'Ξ',
  5: 'Π',
  6: 'Σ',
  7: 'Υ',
  8: 'Φ',
  9: 'Ψ',
  10: 'Ω',
  16: 'ı',
  18: '`',
  19: '´',
  20: 'ˇ',
  21: '˘',
  22: '¯',
  23: '˚',
  24: '¸',
  25: 'ß',
  26: 'æ',
  27: 'œ',
  28: 'ø',
  29: 'Æ',
  30: 'Œ',
  31: 'Ø',
}
/** Printable codes with another meaning in a font that is known to be OT1. */
const TEX_PRINTABLE: Readonly<Record<number, string>> = { 92: '“', 123: '–', 124: '—', 125: '˝', 127: '¨' }

/** Ligatures and positional forms, and the letters and digits of mathematical typefaces: an italic mu is read as mu. */
const COMPATIBILITY_FORMS = /[\uFB00-\uFB4F\uFB50-\uFDFF\uFE70-\uFEFC\u{1D400}-\u{1D7FF}]/u
const SOFT_HYPHEN = 0xad
const LAST_CODE_POINT = 0x10ffff

/**
 * Letters printed as one glyph, from the commonest in English to the rarest. Special codes above Unicode denote ligatures that a font
 * does not map and that were inferred from the words around them.
 */
export const LIGATURES = ['fi', 'ff', 'fl', 'ffi', 'ffl', 'Th', 'ti', 'tt', 'ft', 'tf', 'fj'] as const
const FIRST_LIGATURE = LAST_CODE_POINT + 1
/** Code of a sign that cannot be read. */
export const UNKNOWN_SIGN = 0xfffd
const FIRST_DOUBTFUL = 0x200000

/** Marks a code whose printed sign does not look like the code's character. */
export function doubtfulCode(code: number): number {
  return FIRST_DOUBTFUL + code
}

/** Returns the code within a `doubtfulCode`, or null for one that is not in doubt. */
export function codeInDoubt(code: number): number | null {
  return code >= FIRST_DOUBTFUL ? code - FIRST_DOUBTFUL : null
}

/** Returns the code that `decoded` spells out as one of LIGATURES. */
export function ligatureCode(ligature: string): number {
  return FIRST_LIGATURE + Math.max(0, (LIGATURES as readonly string[]).indexOf(ligature))
}

/** Returns the ligature of a `ligatureCode`, or null for any other code. */
export function readLigature(code: number): string | null {
  return LIGATURES[code - FIRST_LIGATURE] ?? null
}

/** Returns whether a code has no meaning but prints something, unlike a zero-width mark. */
export function isUnmapped(code: number): boolean {
  if (code < 0x20) return TEX_LIGATURES[code] === undefined
  return code === 0xfffe || code === 0xffff || (code >= 0xe000 && code <= 0xf8ff)
}

/** Returns the text of a code, empty for codes without meaning: control codes, private use, half a surrogate pair, U+FFFE. */
export function decoded(code: number, isTex: boolean): string {
  if (code < 0x20) return TEX_LIGATURES[code] ?? (isTex ? (TEX_LETTERS[code] ?? '') : '')
  if (isTex && TEX_PRINTABLE[code] !== undefined) return TEX_PRINTABLE[code]
  if (code < 0x7f) return String.fromCharCode(code)
  if (code === SOFT_HYPHEN) return '-'
  if (isMeaningless(code)) return LIGATURES[code - FIRST_LIGATURE] ?? ''
  const text = String.fromCodePoint(code)
  return COMPATIBILITY_FORMS.test(text) ? text.normalize('NFKC') : text
}

/** Returns whether a code is a TeX ligature. Fonts with these are OT1, whose dashes and quotes have unusual codes too. */
export function isTexLigature(code: number): boolean {
  return TEX_LIGATURES[code] !== undefined
}

function isMeaningless(code: number): boolean {
  if (code < 0xa0 || code > LAST_CODE_POINT) return true
  if (code >= 0xd800 && code <= 0xf8ff) return true
  if (code >= 0x200b && code <= 0x200f) return true
  return code === 0xfeff || (code & 0xfffe) === 0xfffe || code >= 0xf0000
}

const COMBINING: Readonly<Record<string, string>> = {
  '´': '\u0301',
  '`': '\u0300',
  '¨': '\u0308',
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '¸': '\u0327',
  '˛': '\u0328',
  ˇ: '\u030c',
  '˘': '\u0306',
  '˚': '\u030a',
  '˙': '\u0307',
  '¯': '\u0304',
  '˝': '\u030b',
}

export function isAccent(text: string): boolean {
  return COMBINING[text] !== undefined
}

/** Returns accent and letter as one letter ("¨" and "o" as "ö"), or null if there is no such letter. */
export function accented(accent: string, letter: string): string | null {
  const mark = COMBINING[accent]
  if (mark === undefined || !/^\p{L}$/u.test(letter)) return null
  const base = letter === 'ı' ? 'i' : letter
  const joined = `${base}${mark}`.normalize('NFC')
  return joined.length === 1 ? joined : null
}

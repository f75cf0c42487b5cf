/** Which text does a character code of a PDF stand for? Ligatures are spelled out; what is no character becomes nothing. */

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
/** In a font that is known to be OT1 these printable codes stand for something else. */
const TEX_PRINTABLE: Readonly<Record<number, string>> = { 92: '“', 123: '–', 124: '—', 125: '˝', 127: '¨' }

/** Ligatures and positional forms, and the letters and digits of mathematical typefaces: a slanted mu is a mu. */
const COMPATIBILITY_FORMS = /[\uFB00-\uFB4F\uFB50-\uFDFF\uFE70-\uFEFC\u{1D400}-\u{1D7FF}]/u
const SOFT_HYPHEN = 0xad
const LAST_CODE_POINT = 0x10ffff

/**
 * Letters printed as one glyph, in the order in which they are common in English. Codes of their own above Unicode stand for those that
 * a font does not map and that were found out from the words they stand in.
 */
export const LIGATURES = ['fi', 'ff', 'fl', 'ffi', 'ffl', 'Th', 'ti', 'tt', 'ft', 'tf', 'fj'] as const
const FIRST_LIGATURE = LAST_CODE_POINT + 1
/** What stands for a sign that cannot be read. */
export const UNKNOWN_SIGN = 0xfffd
const FIRST_DOUBTFUL = 0x200000

/** Marks a code whose sign does not look like what the code stands for. */
export function doubtfulCode(code: number): number {
  return FIRST_DOUBTFUL + code
}

/** The code within a `doubtfulCode`; null for one that is not in doubt. */
export function doubtedCode(code: number): number | null {
  return code >= FIRST_DOUBTFUL ? code - FIRST_DOUBTFUL : null
}

/** The code by which `decoded` spells out one of LIGATURES. */
export function ligatureCode(ligature: string): number {
  return FIRST_LIGATURE + Math.max(0, (LIGATURES as readonly string[]).indexOf(ligature))
}

/** The ligature of a `ligatureCode`; null for any other code. */
export function readLigature(code: number): string | null {
  return LIGATURES[code - FIRST_LIGATURE] ?? null
}

/** Has no meaning, and is no mark without width either: something is printed there. */
export function isUnmapped(code: number): boolean {
  if (code < 0x20) return TEX_LIGATURES[code] === undefined
  return code === 0xfffe || code === 0xffff || (code >= 0xe000 && code <= 0xf8ff)
}

/** Empty for codes without meaning: control codes, private use, half a surrogate pair, U+FFFE. */
export function decoded(code: number, isTex: boolean): string {
  if (code < 0x20) return TEX_LIGATURES[code] ?? (isTex ? (TEX_LETTERS[code] ?? '') : '')
  if (isTex && TEX_PRINTABLE[code] !== undefined) return TEX_PRINTABLE[code]
  if (code < 0x7f) return String.fromCharCode(code)
  if (code === SOFT_HYPHEN) return '-'
  if (isMeaningless(code)) return LIGATURES[code - FIRST_LIGATURE] ?? ''
  const text = String.fromCodePoint(code)
  return COMPATIBILITY_FORMS.test(text) ? text.normalize('NFKC') : text
}

/** Fonts that use the ligature slots are OT1: their dashes and quotes stand elsewhere too. */
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

/** Accent and letter as one letter ("¨" and "o" are "ö"); null where there is no such letter. */
export function accented(accent: string, letter: string): string | null {
  const mark = COMBINING[accent]
  if (mark === undefined || !/^\p{L}$/u.test(letter)) return null
  const base = letter === 'ı' ? 'i' : letter
  const joined = `${base}${mark}`.normalize('NFC')
  return joined.length === 1 ? joined : null
}

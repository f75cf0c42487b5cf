/**
 * Corrects characters whose font gives them a wrong meaning or none, before layout: signs of TeX's symbol font, dashes called "e",
 * unmapped ligatures. Other unknown signs beside a digit are marked, since they may be part of a quantity.
 */
import { readBitmapFonts } from './bitmap-fonts.ts'
import type { PageCharacters } from './characters.ts'
import { codeInDoubt, isTexLigature, isUnmapped, UNKNOWN_SIGN } from './decode.ts'
import { texStyles } from './line-text.ts'
import { joinSplitWords, type KnownWords, mendLigatures } from './mend-ligatures.ts'

// Knuth, The TeXbook, appendix F: the symbol encoding (OMS) has signs below 32.
const TEX_SIGNS: Readonly<Record<number, string>> = {
  0: '−',
  1: '·',
  2: '×',
  3: '∗',
  4: '÷',
  6: '±',
  7: '∓',
  8: '⊕',
  10: '⊗',
  12: '⊙',
  14: '∘',
  15: '•',
  17: '≡',
  20: '≤',
  21: '≥',
  24: '∼',
  25: '≈',
  28: '≪',
  29: '≫',
}
const TEX_SIGN_FONT = /CMSY|CMBSY/
/** Fonts whose codes are not those of text, with a separate encoding for each subset: their codes are never TeX ligatures. */
const SYMBOL_FONT = /CMSY|CMBSY|CMEX|MSAM|MSBM|MTSY|MTEX|MathematicalPi|Symbol|Wingding|Dingbat|_SY$|SSym$/i
const EN_DASH = 0x2013
const LETTER_E = 0x65
/** Thresholds: an "e" that is the only letter of its font, and is between digits this often, is a dash. Chosen on the tuned half. */
const MIN_DASHES = 3
const MIN_BETWEEN_DIGITS = 0.6

/** Returns the pages, with corrected codes for such characters. */
export function mendGlyphs(pages: readonly PageCharacters[], known: KnownWords): readonly PageCharacters[] {
  const read = pages.map(readBitmapFonts)
  const dashes = dashFonts(read)
  const mended = read.map((page) => withSigns(page, dashes))
  const joined = mendLigatures(mended, known).map(withUnknownMarked)
  return known.size === 0 ? joined : joined.map((page) => joinSplitWords(page, known))
}

function withSigns(page: PageCharacters, dashes: ReadonlySet<string>): PageCharacters {
  const fonts = page.styles.map(({ fontName }) => fontName)
  const isOdd = fonts.map((fontName) => SYMBOL_FONT.test(fontName) || dashes.has(fontName))
  if (!isOdd.includes(true)) return page
  const codes = page.codes.slice()
  for (let at = 0; at < page.count; at++) {
    const style = page.styleIds[at] ?? 0
    if (isOdd[style] === true) codes[at] = signCode(codes[at] ?? 0, fonts[style] ?? '', dashes)
  }
  return { ...page, codes }
}

function signCode(code: number, fontName: string, dashes: ReadonlySet<string>): number {
  if (code >= 0x20) return code === LETTER_E && dashes.has(fontName) ? EN_DASH : code
  const sign = TEX_SIGN_FONT.test(fontName) ? TEX_SIGNS[code] : undefined
  return sign?.codePointAt(0) ?? (isTexLigature(code) ? UNMAPPED : code)
}

const UNMAPPED = 0xfffe

/** Returns the names of fonts with an "e" and no other letter. */
function dashFonts(pages: readonly PageCharacters[]): ReadonlySet<string> {
  const counts = new Map<string, LetterCounts>()
  for (const page of pages) countLetters(page, counts)
  const found = [...counts].filter(
    ([, { others, all, between }]) =>
      others === 0 && between >= MIN_DASHES && between >= MIN_BETWEEN_DIGITS * all,
  )
  return new Set(found.map(([name]) => name))
}

/** Counts for a font: letters other than "e", occurrences of "e", and those between digits. */
interface LetterCounts {
  others: number
  all: number
  between: number
}

function countLetters(page: PageCharacters, counts: Map<string, LetterCounts>): void {
  const ofStyle = page.styles.map(({ fontName }) => {
    const count = counts.get(fontName) ?? { others: 0, all: 0, between: 0 }
    counts.set(fontName, count)
    return count
  })
  // Text fonts are skipped after their first letter, since this loop reads every character of a paper.
  const isText = Uint8Array.from(ofStyle, ({ others }) => (others > 0 ? 1 : 0))
  for (let at = 0; at < page.count; at++) {
    const style = page.styleIds[at] ?? 0
    if (isText[style] === 1) continue
    const code = page.codes[at] ?? 0
    const count = ofStyle[style]
    if (count === undefined || !isAsciiLetter(code)) continue
    if (code === LETTER_E) {
      count.all++
      if (isDigit(page.codes[at - 1]) && isDigit(page.codes[at + 1])) count.between++
    } else {
      count.others++
      isText[style] = 1
    }
  }
}

function isAsciiLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 0x30 && code <= 0x39
}

/** Marks unreadable signs in quantities: "6.3 ? 10" is not 6.3 10, "19?6" is not 196, "10 ?M" may be 10 mM. */
function withUnknownMarked(page: PageCharacters): PageCharacters {
  const unread = unreadSigns(page)
  if (unread.length === 0) return page
  const tex = texStyles(page)
  const codes = page.codes.slice()
  for (const at of unread) {
    const code = page.codes[at] ?? 0
    const isTexLetter = code < 0x20 && tex.has(page.styleIds[at] ?? 0)
    if (isTexLetter) continue
    if (isBeforeCelsius(page, at)) codes[at] = DEGREE
    else codes[at] = isInQuantity(page, at) ? UNKNOWN_SIGN : (codeInDoubt(code) ?? code)
  }
  return { ...page, codes }
}

function unreadSigns({ codes, count }: PageCharacters): number[] {
  const found: number[] = []
  for (let at = 0; at < count; at++) {
    const code = codes[at] ?? 0
    const isPlain = code >= 0x20 && code < 0xe000
    if (!isPlain && (codeInDoubt(code) !== null || isUnmapped(code))) found.push(at)
  }
  return found
}

/** Returns whether a sign continues a number, or is between a number and its unit, or before a number. */
function isInQuantity(page: PageCharacters, at: number): boolean {
  const isBeforeDigit = at + 1 < page.count && isDigit(page.codes[at + 1]) && isLevel(page, at, at + 1)
  const isAfterDigit = at > 0 && isDigit(page.codes[at - 1]) && isLevel(page, at - 1, at)
  if (isBeforeDigit) return isAfterDigit || at === 0 || !isJoinedToUnit(page, at, at - 1)
  return isAfterDigit && isJoinedToUnit(page, at + 1, at + 1)
}

const UNIT = /[A-Za-z%°]/
const DEGREE = 0xb0
const LETTER_C = 0x43

/** Returns whether a sign is that of "75?C", a degree, since a micro sign would be recognised by its picture. */
function isBeforeCelsius(page: PageCharacters, at: number): boolean {
  if (page.codes[at + 1] !== LETTER_C || !isDigit(page.codes[at - 1]) || at === 0) return false
  if (page.spaced[at + 1] !== 0 || !isLevel(page, at - 1, at + 1)) return false
  const isEnd = at + 2 >= page.count || page.spaced[at + 2] !== 0
  return isEnd || !isAsciiLetter(page.codes[at + 2] ?? 0)
}

/** Returns whether no space separates the character `at` from the one before, and the one at `unit` can begin a unit. */
function isJoinedToUnit(page: PageCharacters, at: number, unit: number): boolean {
  if (at >= page.count || page.spaced[at] !== 0 || !isLevel(page, at - 1, at)) return false
  return UNIT.test(String.fromCharCode(page.codes[unit] ?? 0))
}

function isLevel(page: PageCharacters, at: number, next: number): boolean {
  return Math.abs((page.origins[at * 2 + 1] ?? 0) - (page.origins[next * 2 + 1] ?? 0)) < LEVEL_POINTS
}

const LEVEL_POINTS = 0.5

/** Finds characters that may print something other than their code says: those of fonts that write no words, and odd ones in text. */
import type { PageCharacters } from './characters.ts'
import { isUnmapped } from './decode.ts'

export interface Suspect {
  /** Index of the character on its page. */
  readonly at: number
  readonly fontName: string
  /** Whether its font writes no words. */
  readonly isSymbolFont: boolean
}

/** Fonts with known codes: TeX's, and those of programs that set formulas. */
const KNOWN_FONT = /^(?:[A-Z]{6}\+)?(?:CM|LM|SFR|SFB|MSA|MSB|STIX|XITS|Cambria|TeX|Latin ?Modern)/
/** Latin-1 signs whose codes symbol fonts use for others and that text hardly has, but not letters of European words. */
const ODD_SIGN = /[¡-¦¨ª-¬»-¿ÐðÞþ]/u
// Chosen on 128 PDFs.
const RUN = 3
const TEXT_SHARE = 0.5
const MANY_IN_RUNS = 12
const SAME_WIDTH_EM = 0.04
const LAST_LATIN = 0xff
const ASTERISK = 0x2a
const UNITS = codesOf('MmglLsAVWJNCFKU')

function codesOf(letters: string): ReadonlySet<number> {
  return new Set([...letters].map((letter) => letter.charCodeAt(0)))
}

/** Returns a search of one document, in page order: a font that wrote words on one page is a text font on the next. */
export function createSuspects(): (page: PageCharacters) => readonly Suspect[] {
  const textFonts = new Set<string>()
  return (page) => {
    addTextFonts(page, textFonts)
    const fonts = page.styles.map(({ fontName }) => fontName)
    const isText = fonts.map((name) => textFonts.has(name))
    const isKnown = fonts.map((name) => KNOWN_FONT.test(name))
    const widths: LetterWidths = {
      fontOf: Uint16Array.from(fonts, (name) => fonts.indexOf(name)),
      known: new Map(),
    }
    const found: Suspect[] = []
    for (let at = 0; at < page.count; at++) {
      const style = page.styleIds[at] ?? 0
      if (isKnown[style] !== false) continue
      const isSymbolFont = isText[style] === false
      if (isSuspect(page, at, isSymbolFont, widths))
        found.push({ at, fontName: fonts[style] ?? '', isSymbolFont })
    }
    return found
  }
}

/** Widths of a page's lower-case letters, each as first seen. */
interface LetterWidths {
  /** Font index of each style; fonts with the same name share one. */
  readonly fontOf: Uint16Array
  readonly known: Map<number, number>
}

function isSuspect(page: PageCharacters, at: number, isSymbolFont: boolean, widths: LetterWidths) {
  const code = page.codes[at] ?? 0
  if (code > LAST_LATIN && !isUnmapped(code)) return false
  return (isSymbolFont || isOddInText(page, at, code, widths)) && !isPartOfGlyph(page, at)
}

/** Adds fonts whose letters and digits form words and numbers. */
function addTextFonts(page: PageCharacters, found: Set<string>): void {
  const counts = new Map<string, { all: number; inRuns: number }>()
  const byStyle = page.styles.map(({ fontName }) => {
    const count = counts.get(fontName) ?? { all: 0, inRuns: 0 }
    counts.set(fontName, count)
    return count
  })
  const countAt = (at: number) => byStyle[page.styleIds[at] ?? 0]
  for (let from = 0; from < page.count; ) {
    const to = runEnd(page, from, countAt)
    const count = countAt(from)
    if (count !== undefined && isLetterOrDigit(page.codes[from])) {
      count.all += to - from
      if (to - from >= RUN) count.inRuns += to - from
    }
    from = to
  }
  for (const [name, { all, inRuns }] of counts)
    if (inRuns >= MANY_IN_RUNS || (inRuns > 0 && inRuns >= TEXT_SHARE * all)) found.add(name)
}

/** Returns the end of the run of letters and digits in one font that begins at `from`. */
function runEnd(page: PageCharacters, from: number, fontAt: (at: number) => unknown): number {
  let to = from + 1
  const goesOn = () => page.spaced[to] === 0 && isLetterOrDigit(page.codes[to]) && fontAt(to) === fontAt(from)
  while (to < page.count && goesOn()) to++
  return to
}

/** Returns whether a character is odd in text: a meaningless code, a rare sign, a capital within a word, a lone letter of unusual width. */
function isOddInText(page: PageCharacters, at: number, code: number, widths: LetterWidths): boolean {
  if (isUnmapped(code)) return true
  if (code > 0x7e) return ODD_SIGN.test(String.fromCharCode(code))
  if (mayBeLigature(page, at)) return true
  if (!isSmall(code)) return false
  const key = (widths.fontOf[page.styleIds[at] ?? 0] ?? 0) * 0x100 + code
  const width = widthEm(page, at)
  const before = widths.known.get(key)
  if (before === undefined) widths.known.set(key, width)
  return before !== undefined && Math.abs(width - before) > SAME_WIDTH_EM && isLone(page, at)
}

/** Returns whether a sign, a capital or an asterisk is within a lower-case word: "signi¢cant", "signiWcant", "*ese". */
export function mayBeLigature(page: PageCharacters, at: number): boolean {
  const code = page.codes[at] ?? 0
  const goesOn = at + 1 < page.count && page.spaced[at + 1] === 0 && isSmall(page.codes[at + 1])
  const isAfter = at > 0 && page.spaced[at] === 0 && isSmall(page.codes[at - 1])
  if (isUnmapped(code) || code > 0x7e) return goesOn || isAfter
  return goesOn && (code === ASTERISK || (isCapital(code) && isAfter))
}

/** Returns whether no word continues before a letter, and at most a unit follows it. */
function isLone(page: PageCharacters, at: number): boolean {
  const before = at > 0 && page.spaced[at] === 0 ? page.codes[at - 1] : undefined
  if (isLetterOrDigit(before) && !isDigit(before)) return false
  const isJoined = (next: number) =>
    next < page.count && page.spaced[next] === 0 && isLetterOrDigit(page.codes[next])
  return !isJoined(at + 1) || (UNITS.has(page.codes[at + 1] ?? 0) && !isJoined(at + 2))
}

/** Returns whether a character is one of the letters that a ligature is mapped to, which all share its box. */
function isPartOfGlyph({ boxes, count }: PageCharacters, at: number): boolean {
  const isSame = (other: number) =>
    boxes[at * 4] === boxes[other * 4] && boxes[at * 4 + 2] === boxes[other * 4 + 2]
  return (at > 0 && isSame(at - 1)) || (at + 1 < count && isSame(at + 1))
}

function widthEm(page: PageCharacters, at: number): number {
  const size = page.styles[page.styleIds[at] ?? 0]?.sizePoints ?? 1
  return ((page.boxes[at * 4 + 2] ?? 0) - (page.boxes[at * 4] ?? 0)) / Math.max(1, size)
}

/** Returns a key; two characters with the same one, that is font, code and width, are one sign. */
export function signKey(page: PageCharacters, { at, fontName }: Suspect): string {
  return `${fontName}\0${page.codes[at]}\0${Math.round(widthEm(page, at) / SAME_WIDTH_EM)}`
}

const MINUS = 0x2212
const EN_DASH = 0x2013

/** Returns whether a stroke is a dash, directly after a letter or digit on its line, or else a minus. */
export function dashAt(page: PageCharacters, at: number): number {
  const isJoined = at > 0 && page.spaced[at] === 0 && isLetterOrDigit(page.codes[at - 1])
  return isJoined && page.origins[at * 2 + 1] === page.origins[at * 2 - 1] ? EN_DASH : MINUS
}

export function isDash(code: number): boolean {
  return code === EN_DASH || code === 0x2014 || code === MINUS
}

function isLetterOrDigit(code: number | undefined): boolean {
  return isDigit(code) || isCapital(code) || isSmall(code)
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 0x30 && code <= 0x39
}

function isCapital(code: number | undefined): boolean {
  return code !== undefined && code >= 0x41 && code <= 0x5a
}

function isSmall(code: number | undefined): boolean {
  return code !== undefined && code >= 0x61 && code <= 0x7a
}

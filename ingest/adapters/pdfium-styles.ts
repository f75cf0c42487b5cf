/**
 * Reads the font, size and direction of a page's characters, once per text object instead of once per character: the font's name
 * alone costs more than everything else about a character.
 */
import type { TextStyle } from '../extract/index.ts'
import { type Scan, shownY } from './pdfium-scan.ts'

// Scratch memory: a matrix of six floats at 0, four doubles at 32, flags and size at 64, the font's name after them.
const TIGHT_AT = 32
const FLAGS_AT = 64
const SIZE_AT = 68
const NAME_AT = 72
const NAME_BYTES = 256
// PDF 32000-1, table 123: bit 7 of a font's flags is italic, bit 19 forces bold.
const ITALIC_FLAG = 1 << 6
const FORCE_BOLD_FLAG = 1 << 18
const BOLD_WEIGHT = 600
const BOLD_NAME = /bold|black|heavy|demi|-medi\b|medium|CMB|SFBX|SFRB|SFSX|\.B$|,B/i
/** Regular fonts by name: pdfium guesses the weight from the stems, and mistakes Latin Modern and CM-Super text for bold. */
const REGULAR_NAME = /regular|-regu$|^(?:CM|SF)[A-Z]+\d/i
const ITALIC_NAME = /ital|obli|slant|CMTI|CMSL|CMMI|SFTI|-It$|\.I$/i
/** Smaller sizes result from the font's own matrix (Type 3 fonts of dvips are "0.2 pt"). */
const MIN_TRUE_SIZE_POINTS = 2
/** Height of ascenders and brackets above the baseline in the fonts that TeX uses. */
const ASCENDER_EM = 0.72
const MAX_STYLES = 65_000
// Text within 8 degrees of a quarter turn counts as straight: scanned pages are a little askew.
const STRAIGHT_WITHIN_DEGREES = 8

interface FontFacts {
  readonly fontName: string
  readonly bold: boolean
  readonly italic: boolean
}

/** An unfinished style; `ascent` collects the height of its letters if the stated size cannot be true. */
interface Draft extends FontFacts {
  readonly statedPoints: number
  readonly angle: number
  ascent: number
}

interface StyleTable {
  /** Returns the style id of the character `index` of the page. */
  idOf(index: number): number
  all(): TextStyle[]
}

export function createStyleTable(scan: Scan): StyleTable {
  const { call } = scan.pdfium
  const byObject = new Map<number, number>()
  const byKey = new Map<string, number>()
  const fonts = new Map<number, FontFacts>()
  const drafts: Draft[] = []
  let lastObject = -1
  let lastId = 0

  const idOfObject = (object: number, index: number): number => {
    const font = call.FPDFTextObj_GetFont(object)
    let facts = fonts.get(font)
    if (facts === undefined) {
      facts = fontFacts(scan, index)
      fonts.set(font, facts)
    }
    const { statedPoints, angle } = setting(scan, object, index)
    const key = `${font}:${statedPoints.toFixed(2)}:${angle}`
    const known = byKey.get(key)
    if (known !== undefined) return known
    if (drafts.length >= MAX_STYLES) return 0
    byKey.set(key, drafts.length)
    return drafts.push({ ...facts, statedPoints, angle, ascent: 0 }) - 1
  }

  return {
    idOf(index) {
      const object = call.FPDFText_GetTextObject(scan.text, index)
      if (object !== lastObject) {
        lastObject = object
        lastId = byObject.get(object) ?? idOfObject(object, index)
        byObject.set(object, lastId)
      }
      const draft = drafts[lastId]
      if (draft !== undefined && draft.statedPoints < MIN_TRUE_SIZE_POINTS)
        draft.ascent = Math.max(draft.ascent, ascentOf(scan, index))
      return lastId
    },
    all: () => drafts.map(finished),
  }
}

function finished(draft: Draft): TextStyle {
  const { fontName, bold, italic, angle, statedPoints, ascent } = draft
  const isTrue = statedPoints >= MIN_TRUE_SIZE_POINTS
  const sizePoints = isTrue ? statedPoints : Math.max(1, ascent / ASCENDER_EM)
  return { sizePoints, fontName, bold, italic, angle }
}

/** Returns the size as set on the page and the writing direction, from the text object's size and the character's matrix. */
function setting(scan: Scan, object: number, index: number): { statedPoints: number; angle: number } {
  const { pdfium, scratch, text, view } = scan
  const hasSize = pdfium.call.FPDFTextObj_GetFontSize(object, scratch + SIZE_AT) !== 0
  const hasMatrix = pdfium.call.FPDFText_GetMatrix(text, index, scratch) !== 0
  const floats = pdfium.floats()
  const at = scratch >> 2
  const size = hasSize ? Math.abs(floats[(scratch + SIZE_AT) >> 2] ?? 0) : 0
  if (!hasMatrix) return { statedPoints: size, angle: 0 }
  const [a = 1, b = 0, c = 0, d = 1] = floats.subarray(at, at + 4)
  const written = (Math.atan2(b, a) * 180) / Math.PI
  return { statedPoints: size * Math.hypot(c, d), angle: straightened(view.turns * 90 - written) }
}

function straightened(degrees: number): number {
  const turned = ((degrees % 360) + 360) % 360
  const quarter = Math.round(turned / 90) * 90
  return Math.abs(turned - quarter) <= STRAIGHT_WITHIN_DEGREES ? quarter % 360 : Math.round(turned)
}

function fontFacts(scan: Scan, index: number): FontFacts {
  const { pdfium, scratch, text } = scan
  const { call } = pdfium
  const length = call.FPDFText_GetFontInfo(text, index, scratch + NAME_AT, NAME_BYTES, scratch + FLAGS_AT)
  const bytes = pdfium.bytes()
  const nameEnd = scratch + NAME_AT + Math.max(0, Math.min(length, NAME_BYTES) - 1)
  const fontName = Buffer.from(bytes.subarray(scratch + NAME_AT, nameEnd)).toString('utf8')
  const flags = Buffer.from(bytes.buffer, bytes.byteOffset + scratch + FLAGS_AT, 4).readInt32LE(0)
  const weight = call.FPDFText_GetFontWeight(text, index)
  return {
    fontName,
    bold:
      BOLD_NAME.test(fontName) ||
      (!REGULAR_NAME.test(fontName) && (weight >= BOLD_WEIGHT || (flags & FORCE_BOLD_FLAG) !== 0)),
    italic: (flags & ITALIC_FLAG) !== 0 || ITALIC_NAME.test(fontName),
  }
}

/** Returns how far a character's ink reaches above the pen, for any page rotation. */
function ascentOf(scan: Scan, index: number): number {
  const { pdfium, scratch, text, view } = scan
  const tight = scratch + TIGHT_AT
  if (pdfium.call.FPDFText_GetCharBox(text, index, tight, tight + 8, tight + 16, tight + 24) === 0) return 0
  const doubles = pdfium.doubles()
  const [left = 0, right = 0, bottom = 0, top = 0] = doubles.subarray(tight >> 3, (tight >> 3) + 4)
  pdfium.call.FPDFText_GetCharOrigin(text, index, tight, tight + 8)
  const [penX = 0, penY = 0] = pdfium.doubles().subarray(tight >> 3, (tight >> 3) + 2)
  const ink = [shownY(view, left, top), shownY(view, right, bottom)]
  const upright = shownY(view, penX, penY) - Math.min(...ink)
  return Math.max(0, upright)
}

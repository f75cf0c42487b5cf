/**
 * Reads the characters of one page from pdfium, in points from the top left corner of the page as shown.
 * Crop box and rotation are applied here, so that no later code has to handle them.
 */
import { ASCENT_EM, DESCENT_EM, type PageCharacters, SPACE_GUESSED, SPACE_WRITTEN } from '../extract/index.ts'
import type { Pdfium } from './pdfium-module.ts'
import { type Scan, shownX, shownY, type View } from './pdfium-scan.ts'
import { createSignReader, type SignReader } from './pdfium-signs.ts'
import { createStyleTable } from './pdfium-styles.ts'

const SPACE = 32
const HYPHEN = 45
// One scratch block: a rectangle or matrix of floats at 0, two doubles after it.
const DOUBLES_AT = 32
const SCRATCH_BYTES = 512
const OFF_PAGE_POINTS = 2

interface CharacterReader {
  /** Reads the page at `index`, from 0. A page that cannot be opened has no characters and no size. */
  read(document: number, index: number): PageCharacters
  /** Must be called before the document is closed. */
  close(): void
}

/**
 * Keeps each page open until the next is opened: pdfium discards a font with the last page that uses it, and parsing a paper's fonts
 * again for every page took a quarter of all loading time.
 */
export function createCharacterReader(pdfium: Pdfium): CharacterReader {
  const scratch = pdfium.call.malloc(SCRATCH_BYTES)
  const signs = createSignReader()
  let open = 0
  const hold = (page: number) => {
    if (open !== 0) pdfium.call.FPDF_ClosePage(open)
    open = page
  }
  return {
    read(document, index) {
      const page = pdfium.call.FPDF_LoadPage(document, index)
      if (page === 0) return emptyPage(index + 1, 0, 0)
      hold(page)
      return readPage({ pdfium, scratch, signs, document }, page, index + 1)
    },
    close() {
      hold(0)
      pdfium.call.free(scratch)
    },
  }
}

interface Reading {
  readonly pdfium: Pdfium
  readonly scratch: number
  readonly signs: SignReader
  readonly document: number
}

function readPage(
  { pdfium, scratch, signs, document }: Reading,
  page: number,
  number: number,
): PageCharacters {
  const view = viewOf(pdfium, scratch, page)
  const text = pdfium.call.FPDFText_LoadPage(page)
  if (text === 0) return emptyPage(number, view.width, view.height)
  try {
    const scan = { pdfium, scratch, text, view }
    const { characters, indexes } = scanPage(scan, number)
    signs.mend(scan, { document, page }, characters, indexes)
    return characters
  } finally {
    pdfium.call.FPDFText_ClosePage(text)
  }
}

/** Characters of a page; `indexes` gives each one's index in pdfium. */
interface ScannedPage {
  readonly characters: PageCharacters
  readonly indexes: Uint32Array
}

function scanPage(scan: Scan, number: number): ScannedPage {
  const { call } = scan.pdfium
  const found = Math.max(0, call.FPDFText_CountChars(scan.text))
  const styles = createStyleTable(scan)
  const codes = new Uint32Array(found)
  const boxes = new Float32Array(found * 4)
  const origins = new Float32Array(found * 2)
  const styleIds = new Uint16Array(found)
  const spaced = new Uint8Array(found)
  const indexes = new Uint32Array(found)
  let count = 0
  let space: number = SPACE_WRITTEN
  for (let index = 0; index < found; index++) {
    const code = codePointAt(scan, index, found)
    if (isSecondHalf(code)) continue
    const gap = isSpaceLike(code) ? spaceAt(scan, code, index) : 0
    if (gap !== 0) {
      if (space !== SPACE_WRITTEN) space = gap
      continue
    }
    place(scan, index, boxes, origins, count)
    if (!isOnPage(scan.view, origins, count)) continue
    codes[count] = isLineEndHyphen(scan, code, index) ? HYPHEN : code
    styleIds[count] = styles.idOf(index)
    spaced[count] = space
    indexes[count] = index
    space = 0
    count++
  }
  const characters = {
    number,
    width: scan.view.width,
    height: scan.view.height,
    count,
    codes: codes.subarray(0, count),
    boxes: boxes.subarray(0, count * 4),
    origins: origins.subarray(0, count * 2),
    styleIds: styleIds.subarray(0, count),
    spaced: spaced.subarray(0, count),
    styles: styles.all(),
  }
  for (let at = 0; at < count; at++) squareUp(characters, at)
  return { characters, indexes }
}

/** Returns whether a character is within the crop box; one outside is invisible, so it is not read. */
function isOnPage(view: View, origins: Float32Array, at: number): boolean {
  const x = origins[at * 2] ?? -1
  const y = origins[at * 2 + 1] ?? -1
  return (
    x >= -OFF_PAGE_POINTS &&
    x <= view.width + OFF_PAGE_POINTS &&
    y >= -OFF_PAGE_POINTS &&
    y <= view.height + OFF_PAGE_POINTS
  )
}

function isSpaceLike(code: number): boolean {
  if (code === SPACE || code === 0xa0 || code === 0x3000) return true
  if (code >= 0x2000 && code <= 0x200b) return true
  return code === 0x09 || isTexSlot(code)
}

/** Returns the kind of space, or 0 if the code is a letter after all. */
function spaceAt(scan: Scan, code: number, index: number): number {
  if (scan.pdfium.call.FPDFText_IsGenerated(scan.text, index) === 1) return SPACE_GUESSED
  return isTexSlot(code) ? 0 : SPACE_WRITTEN
}

/** Returns whether a code is ambiguous: pdfium generates it for line ends, but in a file it is a letter of an old TeX font. */
function isTexSlot(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0
}

/** Returns the code point at `index`; the first of two surrogates (of a mathematical mu, say) yields the whole character. */
function codePointAt({ pdfium, text }: Scan, index: number, found: number): number {
  const code = pdfium.call.FPDFText_GetUnicode(text, index)
  if (code < 0xd800 || code >= 0xdc00 || index + 1 >= found) return code
  const low = pdfium.call.FPDFText_GetUnicode(text, index + 1)
  return isSecondHalf(low) ? ((code - 0xd800) << 10) + (low - 0xdc00) + 0x10000 : code
}

function isSecondHalf(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000
}

/** Returns whether the code is U+0002, which pdfium writes for the hyphen of a word that continues in the next line. */
function isLineEndHyphen(scan: Scan, code: number, index: number): boolean {
  return code === 2 && scan.pdfium.call.FPDFText_IsHyphen(scan.text, index) === 1
}

/** Writes the character's advance box and pen position as shown, as item `at` of the arrays. */
function place(scan: Scan, index: number, boxes: Float32Array, origins: Float32Array, at: number): void {
  const { pdfium, scratch, text, view } = scan
  pdfium.call.FPDFText_GetLooseCharBox(text, index, scratch)
  pdfium.call.FPDFText_GetCharOrigin(text, index, scratch + DOUBLES_AT, scratch + DOUBLES_AT + 8)
  const floats = pdfium.floats()
  const doubles = pdfium.doubles()
  const rectangle = scratch >> 2
  const left = floats[rectangle] ?? 0
  const top = floats[rectangle + 1] ?? 0
  const right = floats[rectangle + 2] ?? 0
  const bottom = floats[rectangle + 3] ?? 0
  const pen = (scratch + DOUBLES_AT) >> 3
  const penX = doubles[pen] ?? 0
  const penY = doubles[pen + 1] ?? 0
  origins[at * 2] = shownX(view, penX, penY)
  origins[at * 2 + 1] = shownY(view, penX, penY)
  const x1 = shownX(view, left, top)
  const x2 = shownX(view, right, bottom)
  const y1 = shownY(view, left, top)
  const y2 = shownY(view, right, bottom)
  boxes[at * 4] = Math.min(x1, x2)
  boxes[at * 4 + 1] = Math.min(y1, y2)
  boxes[at * 4 + 2] = Math.max(x1, x2)
  boxes[at * 4 + 3] = Math.max(y1, y2)
}

/**
 * Sets the height of a box to the em box of the type size, since fonts often claim a wrong height for their letters (240 pt for a
 * Type 3 font of 9 pt); along the line the box keeps its advance.
 */
function squareUp(page: PageCharacters, at: number): void {
  const style = page.styles[page.styleIds[at] ?? 0]
  if (style === undefined) return
  const up = style.sizePoints * ASCENT_EM
  const down = style.sizePoints * DESCENT_EM
  const x = page.origins[at * 2] ?? 0
  const y = page.origins[at * 2 + 1] ?? 0
  if (style.angle === 0) {
    page.boxes[at * 4 + 1] = y - up
    page.boxes[at * 4 + 3] = y + down
  } else if (style.angle === 90) {
    page.boxes[at * 4] = x - down
    page.boxes[at * 4 + 2] = x + up
  } else if (style.angle === 180) {
    page.boxes[at * 4 + 1] = y - down
    page.boxes[at * 4 + 3] = y + up
  } else if (style.angle === 270) {
    page.boxes[at * 4] = x - up
    page.boxes[at * 4 + 2] = x + down
  }
}

/** Returns the transformation from the page's own space to the page as shown. `scratch` has room for four floats. */
export function viewOf(pdfium: Pdfium, scratch: number, page: number): View {
  const { call } = pdfium
  const turns = call.FPDFPage_GetRotation(page) & 3
  const hasBox = call.FPDF_GetPageBoundingBox(page, scratch) !== 0
  const [left = 0, top = 0, right = 0, bottom = 0] = hasBox
    ? pdfium.floats().subarray(scratch >> 2, (scratch >> 2) + 4)
    : []
  const size = { width: call.FPDF_GetPageWidthF(page), height: call.FPDF_GetPageHeightF(page), turns }
  if (turns === 1) return { ...size, xx: 0, xy: 1, x0: -bottom, yx: 1, yy: 0, y0: -left }
  if (turns === 2) return { ...size, xx: -1, xy: 0, x0: right, yx: 0, yy: 1, y0: -bottom }
  if (turns === 3) return { ...size, xx: 0, xy: -1, x0: top, yx: -1, yy: 0, y0: right }
  return { ...size, xx: 1, xy: 0, x0: -left, yx: 0, yy: -1, y0: top }
}

function emptyPage(number: number, width: number, height: number): PageCharacters {
  const none = new Uint8Array(0)
  return {
    number,
    width,
    height,
    count: 0,
    codes: new Uint32Array(0),
    boxes: new Float32Array(0),
    origins: new Float32Array(0),
    styleIds: new Uint16Array(0),
    spaced: none,
    styles: [],
  }
}

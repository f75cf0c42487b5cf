/** Builds the text of a line with a box for every UTF-16 unit: word spaces, spelled-out ligatures, accents on their letters. */
import { type PageCharacters, SPACE_GUESSED, SPACE_WRITTEN } from './characters.ts'
import { accented, decoded, isAccent, isTexLigature } from './decode.ts'
import { isRaised, type Line } from './lines.ts'
import { type LineSegment, sizeAt, widthAt } from './segments.ts'

export interface LineText {
  readonly text: string
  /** Index of the page's character for each UTF-16 unit; for a space, that of the character after it. */
  readonly sources: readonly number[]
}

// Half of a word space, which is 0.25 to 0.33 em in nearly every font.
const WORD_GAP_EM = 0.13

/** Returns the ids of the page's styles in TeX's old encoding. */
export function texStyles(page: PageCharacters): ReadonlySet<number> {
  const found = new Set<number>()
  for (let at = 0; at < page.count; at++)
    if (isTexLigature(page.codes[at] ?? 0)) found.add(page.styleIds[at] ?? 0)
  return found
}

export function lineText(page: PageCharacters, line: Line, tex: ReadonlySet<number>): LineText {
  const draft: Draft = { text: '', last: '', owesSpace: false, sources: [] }
  const glyphAt = (at: number) => decoded(page.codes[at] ?? 0, tex.has(page.styleIds[at] ?? 0))
  const accents = line.segments.length === 1 ? NO_ACCENTS : accentsOver(page, line, glyphAt)
  const set = accents === NO_ACCENTS ? NO_PLACES : new Set(accents.values())
  let before: LineSegment | null = null
  for (const segment of line.segments) {
    const isApart = before === null || isSegmentApart(page, before, segment, line.size)
    for (let at = segment.from; at < segment.to; at++) {
      if (set.has(at)) continue
      append(page, draft, at, glyphAt(at), at === segment.from ? isApart : hasSpace(page, line, at))
      const accent = accents.get(at)
      if (accent !== undefined) append(page, draft, accent, glyphAt(accent), false)
    }
    before = segment
  }
  return { text: draft.text, sources: draft.sources }
}

const NO_ACCENTS: ReadonlyMap<number, number> = new Map()
const NO_PLACES: ReadonlySet<number> = new Set()

/** Returns, for each letter, the accent that the file draws over it at another time: a ring drawn after the word or line. */
function accentsOver(
  page: PageCharacters,
  line: Line,
  glyphAt: (at: number) => string,
): ReadonlyMap<number, number> {
  let found: Map<number, number> | null = null
  for (const { from: accent } of line.segments) {
    if (!isAccent(glyphAt(accent))) continue
    const letter = letterUnder(page, line, accent)
    if (letter === null || accented(glyphAt(accent), glyphAt(letter)) === null) continue
    found ??= new Map()
    found.set(letter, accent)
  }
  return found ?? NO_ACCENTS
}

function letterUnder(page: PageCharacters, line: Line, accent: number): number | null {
  const middle = ((page.boxes[accent * 4] ?? 0) + (page.boxes[accent * 4 + 2] ?? 0)) / 2
  for (const { from, to, left, right } of line.segments) {
    if (from === accent || middle < left || middle > right) continue
    for (let at = from; at < to; at++)
      if (middle > (page.boxes[at * 4] ?? 0) && middle < (page.boxes[at * 4 + 2] ?? 0)) return at
  }
  return null
}

/** Returns whether a gap separates two segments, or they are numbers above each other, such as the errors of a measurement. */
function isSegmentApart(
  page: PageCharacters,
  before: LineSegment,
  segment: LineSegment,
  size: number,
): boolean {
  if (segment.left - before.right > WORD_GAP_EM * size) return true
  const isStacked = segment.left < before.right - WORD_GAP_EM * size
  return isStacked && isDigit(page.codes[before.to - 1]) && isDigit(page.codes[segment.from])
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 0x30 && code <= 0x39
}

interface Draft {
  text: string
  /** Last character of the text. */
  last: string
  /** Whether a space preceded an unreadable character, so that the next one gets it. */
  owesSpace: boolean
  readonly sources: number[]
}

function append(page: PageCharacters, draft: Draft, at: number, glyph: string, hasGap: boolean): void {
  const isApart = hasGap || draft.owesSpace
  draft.owesSpace = glyph === '' && isApart
  if (glyph === '') return
  if (isAccent(glyph) || isAccent(draft.last) || glyph === '−') {
    const joined = overprinted(page, draft, glyph, at)
    if (joined !== null) {
      draft.text = draft.text.slice(0, -1) + joined
      draft.last = joined
      return
    }
  }
  if (isApart && draft.last !== '' && !isGlued(page, at, glyph)) {
    draft.text += ' '
    draft.sources.push(at)
  }
  draft.text += glyph
  draft.last = glyph.at(-1) ?? ''
  for (let unit = 0; unit < glyph.length; unit++) draft.sources.push(at)
}

// In the labelled papers spaces are at least 0.1 em, and wrong guesses between the letters of a word below 0.05 em.
const MIN_GUESSED_EM = 0.07

function hasSpace(page: PageCharacters, line: Line, at: number): boolean {
  const space = page.spaced[at]
  if (space !== SPACE_GUESSED) return space === SPACE_WRITTEN
  // TeX sets the mark of a note at a small distance from its word.
  const isMark = isDigit(page.codes[at]) && isRaised(page, line, at)
  return gapBefore(page, at) >= (isMark ? WORD_GAP_EM * line.size : MIN_GUESSED_EM * sizeAt(page, at))
}

/** Returns the gap before a character; after an accent, it starts at the wider letter below. */
function gapBefore(page: PageCharacters, at: number): number {
  const right = page.boxes[at * 4 - 2] ?? 0
  const isOver = isAccent(decoded(page.codes[at - 1] ?? 0, false))
  return (page.boxes[at * 4] ?? 0) - (isOver ? Math.max(right, page.boxes[at * 4 - 6] ?? 0) : right)
}

const CLOSING = ',.;)]'

/** Returns whether a space is spurious: pdfium finds one between a superscript and the comma after it. */
function isGlued(page: PageCharacters, at: number, glyph: string): boolean {
  if (at === 0 || !CLOSING.includes(glyph)) return false
  return Math.abs(gapBefore(page, at)) < WORD_GAP_EM * 2 * sizeAt(page, at)
}

/** Returns the result of printing `glyph` over the end of the text: a letter with its accent, or plus-minus; else null. */
function overprinted(page: PageCharacters, draft: Draft, glyph: string, at: number): string | null {
  const previous = draft.sources.at(-1)
  if (previous === undefined || glyph.length !== 1) return null
  const shared =
    Math.min(page.boxes[at * 4 + 2] ?? 0, page.boxes[previous * 4 + 2] ?? 0) -
    Math.max(page.boxes[at * 4] ?? 0, page.boxes[previous * 4] ?? 0)
  if (shared < 0.5 * Math.min(widthAt(page, at), widthAt(page, previous))) return null
  if (glyph === '−') return draft.last === '+' ? '±' : null
  return accented(draft.last, glyph) ?? accented(glyph, draft.last)
}

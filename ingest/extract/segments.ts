/**
 * Splits the characters of a page into segments, runs of the content stream that stay on their line; columns and table cells never
 * share one.
 */
import type { PageCharacters } from './characters.ts'

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Characters [from, to) of the page, with the usual `size` and `baseline` among them. */
export interface LineSegment extends Box {
  readonly from: number
  readonly to: number
  readonly baseline: number
  readonly size: number
}

// In ems of the larger of two neighbours. Justified lines stretch a word space to some 0.9 em; gutters begin at 1 em.
// Chosen on the labelled papers, not measured.
const MAX_GAP_EM = 1
const MAX_BACKSTEP_EM = 0.6
// A superscript is at most this far off the baseline, the next line at least 0.9 em.
const MAX_RISE_EM = 0.6

/** Returns segments in the order of the content stream. */
export function segmentsOf(page: PageCharacters): LineSegment[] {
  const segments: LineSegment[] = []
  let from = 0
  for (let at = 1; at <= page.count; at++) {
    if (at < page.count && (follows(page, at) || followsLabel(page, from, at))) continue
    if (at > from) segments.push(segmentOf(page, from, at))
    from = at
  }
  return segments
}

export function sizeAt(page: PageCharacters, at: number): number {
  return page.styles[page.styleIds[at] ?? 0]?.sizePoints ?? 0
}

export function widthAt(page: PageCharacters, at: number): number {
  return (page.boxes[at * 4 + 2] ?? 0) - (page.boxes[at * 4] ?? 0)
}

function follows(page: PageCharacters, at: number): boolean {
  const before = at - 1
  if (page.styles[page.styleIds[at] ?? 0]?.angle !== page.styles[page.styleIds[before] ?? 0]?.angle)
    return false
  const size = Math.max(sizeAt(page, at), sizeAt(page, before), 1)
  const gap = (page.boxes[at * 4] ?? 0) - (page.boxes[before * 4 + 2] ?? 0)
  if (gap < -MAX_BACKSTEP_EM * size) return isSameGlyph(page, before, at)
  if (gap > MAX_GAP_EM * size) return false
  const rise = Math.abs((page.origins[at * 2 + 1] ?? 0) - (page.origins[before * 2 + 1] ?? 0))
  return rise <= MAX_RISE_EM * size
}

/** Returns whether two letters share a box, as those of a ligature that the font maps to several characters do. */
function isSameGlyph(page: PageCharacters, before: number, at: number): boolean {
  return (
    page.boxes[at * 4] === page.boxes[before * 4] &&
    page.boxes[at * 4 + 2] === page.boxes[before * 4 + 2] &&
    page.origins[at * 2 + 1] === page.origins[before * 2 + 1]
  )
}

const MAX_LABEL_GAP_EM = 2.5
const MAX_LABEL_CHARACTERS = 5
const LABEL = /^(?:[[(]?\d{1,3}[\].)]{1,2}|\d{1,3}|[•●▪■◦‣∙–*])$/u

/**
 * Returns whether text follows a separate reference number or bullet. They stay together so that the white strip between the two is not
 * mistaken for a gutter.
 */
function followsLabel(page: PageCharacters, from: number, at: number): boolean {
  if (at - from > MAX_LABEL_CHARACTERS || !isLetter(page.codes[at] ?? 0)) return false
  const before = at - 1
  const size = Math.max(sizeAt(page, at), sizeAt(page, before), 1)
  const gap = (page.boxes[at * 4] ?? 0) - (page.boxes[before * 4 + 2] ?? 0)
  const rise = Math.abs((page.origins[at * 2 + 1] ?? 0) - (page.origins[before * 2 + 1] ?? 0))
  if (gap < 0 || gap > MAX_LABEL_GAP_EM * size || rise > 0.1 * size) return false
  return LABEL.test(String.fromCodePoint(...page.codes.subarray(from, at)))
}

function isLetter(code: number): boolean {
  return code < 0x110000 && /\p{L}/u.test(String.fromCodePoint(code))
}

function segmentOf(page: PageCharacters, from: number, to: number): LineSegment {
  let left = Number.POSITIVE_INFINITY
  let top = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  let bottom = Number.NEGATIVE_INFINITY
  for (let at = from; at < to; at++) {
    left = Math.min(left, page.boxes[at * 4] ?? 0)
    top = Math.min(top, page.boxes[at * 4 + 1] ?? 0)
    right = Math.max(right, page.boxes[at * 4 + 2] ?? 0)
    bottom = Math.max(bottom, page.boxes[at * 4 + 3] ?? 0)
  }
  const main = mainCharacter(page, from, to)
  const baseline = page.origins[main * 2 + 1] ?? 0
  return { from, to, left, top, right, bottom, baseline, size: sizeAt(page, main) }
}

/** Returns a typical character of the segment: the one with the median baseline among those of the commonest size. */
function mainCharacter(page: PageCharacters, from: number, to: number): number {
  if (isUniform(page, from, to)) return from
  const counts = new Map<number, number>()
  for (let at = from; at < to; at++) {
    const size = sizeAt(page, at)
    counts.set(size, (counts.get(size) ?? 0) + 1)
  }
  let mainSize = 0
  let most = 0
  for (const [size, count] of counts) {
    if (count < most || (count === most && size < mainSize)) continue
    mainSize = size
    most = count
  }
  const same: number[] = []
  for (let at = from; at < to; at++) if (sizeAt(page, at) === mainSize) same.push(at)
  same.sort((a, b) => (page.origins[a * 2 + 1] ?? 0) - (page.origins[b * 2 + 1] ?? 0))
  return same[same.length >> 1] ?? from
}

function isUniform(page: PageCharacters, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) {
    if (page.styleIds[at] !== page.styleIds[from]) return false
    if (page.origins[at * 2 + 1] !== page.origins[from * 2 + 1]) return false
  }
  return true
}

/** Finds the object of a caption: the drawing above it, or the table below. */
import type { Box } from '../extract/index.ts'
import { type Caption, overlap } from './captions.ts'
import { hull, isIn, textOf, type WordLine } from './words.ts'

const MAX_GAP_POINTS = 60
const PROSE_WORDS = 8
const MIN_SIDE_POINTS = 20
/** Distance between an axis and its labels. Chosen, not measured. */
const PART_GAP_POINTS = 20
const MAX_RULE_POINTS = 3
/** Reach of an axis's labels and of a legend beyond the drawing. Chosen by 41 crops that it changed, not measured. */
const MAX_LEFT_EM = 20
const MAX_RIGHT_EM = 8

export interface PageContent {
  /** Boxes of pictures and rules. */
  readonly drawn: readonly Box[]
  readonly lines: readonly WordLine[]
  /** All captions of the page. */
  readonly captions: readonly Caption[]
}

/**
 * Returns the box of the caption's drawing or table, without the caption. A figure is sought above its caption, then below, a table in
 * the opposite order; then beside it. If nothing is drawn, it is the lines from the caption to the next paragraph, or the caption's box.
 */
export function boxOf(caption: Caption, { drawn, lines, captions }: PageContent): Box {
  const others = captions.filter((other) => other !== caption).map(({ box }) => box)
  const paragraphs = lines.filter(
    (line) => isInParagraph(line, lines) && !captions.some(({ box }) => isIn(line, box)),
  )
  const around = { drawn, lines: lines.filter((line) => !paragraphs.includes(line)), captions }
  const ends = [...paragraphs, ...others]
  const sides = sidesOf(caption.box, others)
  const [above, below] = [zoneAbove(caption.box, ends, sides), zoneBelow(caption.box, ends, sides)]
  const zones = caption.kind === 'figure' ? [above, below] : [below, above]
  const first = (find: (zone: Zone) => Box | null) => find(zones[0]!) ?? find(zones[1]!)
  return (
    first((zone) => figureBox(caption.box, around, zone)) ??
    beside(caption.box, around, ends) ??
    first((zone) => linesIn(zone, around, caption.box)) ??
    caption.box
  )
}

function isProse({ words, left, right, size }: WordLine): boolean {
  return words.length >= PROSE_WORDS && right - left > 18 * size && /\p{Ll}{3}/u.test(textOf(words))
}

/** Returns whether a line is in a paragraph, unlike a legend within a drawing: one long line, or centred lines. */
function isInParagraph(line: WordLine, lines: readonly WordLine[]): boolean {
  return (
    isProse(line) &&
    lines.some(
      (other) =>
        other !== line &&
        isProse(other) &&
        Math.abs(other.baseline - line.baseline) <= 1.9 * line.size &&
        Math.abs(other.left - line.left) <= 2 * line.size,
    )
  )
}

interface Zone extends Box {
  /** Edge where the caption is. */
  readonly edge: 'top' | 'bottom'
}

type Sides = Pick<Zone, 'left' | 'right'>

/** Returns the horizontal limits: the captions beside this one. */
function sidesOf(caption: Box, others: readonly Box[]): Sides {
  const level = others.filter(({ top, bottom }) => top < caption.bottom && bottom > caption.top)
  return {
    left: Math.max(-1e6, ...level.filter(({ right }) => right <= caption.left).map(({ right }) => right)),
    right: Math.min(1e6, ...level.filter(({ left }) => left >= caption.right).map(({ left }) => left)),
  }
}

function zoneAbove(caption: Box, ends: readonly Box[], sides: Sides): Zone {
  const over = ends.filter((line) => line.bottom <= caption.top + 2 && overlap(line, caption) > 0)
  return {
    ...sides,
    top: Math.max(0, ...over.map(({ bottom }) => bottom)),
    bottom: caption.top,
    edge: 'bottom',
  }
}

function zoneBelow(caption: Box, ends: readonly Box[], sides: Sides): Zone {
  const under = ends.filter((line) => line.top >= caption.bottom - 2 && overlap(line, caption) > 0)
  return { ...sides, top: caption.bottom, bottom: Math.min(1e6, ...under.map(({ top }) => top)), edge: 'top' }
}

function isInZone({ left, right, top, bottom }: Box, zone: Zone): boolean {
  const middle = (left + right) / 2
  return top >= zone.top - 4 && bottom <= zone.bottom + 4 && middle > zone.left && middle < zone.right
}

function figureBox(caption: Box, { drawn, lines }: PageContent, zone: Zone): Box | null {
  const parts = drawn.filter((box) => isInZone(box, zone) && overlap(box, caption) > -MAX_GAP_POINTS)
  const first = parts.filter((box) => overlap(box, caption) > 0)
  if (first.length === 0) return null
  const gap = Math.min(
    ...first.map((box) => (zone.edge === 'bottom' ? caption.top - box.bottom : box.top - caption.bottom)),
  )
  if (gap > MAX_GAP_POINTS) return null
  let whole = hull(first)
  const joined = parts.filter((part) => {
    const isJoined = overlap(part, whole) > -PART_GAP_POINTS
    if (isJoined) whole = hull([whole, part])
    return isJoined
  })
  const drawing = hull(withoutHeadRule(joined))
  let box = drawing
  for (const line of lines)
    if (isInZone(line, zone) && isNear(line, box) && isLabelOf(drawing, line)) box = hull([box, line])
  return isSeen(box) ? box : null
}

/** Removes the rule under a running head, which is above all the rest and extends beyond both sides. */
function withoutHeadRule(parts: readonly Box[]): readonly Box[] {
  const top = Math.min(...parts.map((part) => part.top))
  const rest = parts.filter((part) => part.top > top)
  const heads = parts.filter((part) => part.top <= top)
  if (rest.length === 0 || heads.some(({ bottom }) => bottom - top > MAX_RULE_POINTS)) return parts
  const [head, drawing] = [hull(heads), hull(rest)]
  const sticksOut = head.left < drawing.left - PART_GAP_POINTS && head.right > drawing.right + PART_GAP_POINTS
  return sticksOut && isSeen(drawing) ? rest : parts
}

/** Finds a drawing to the left or right of a caption, as with narrow columns of captions: connected boxes at its height. */
function beside(caption: Box, { drawn }: PageContent, ends: readonly Box[]): Box | null {
  const isLevel = ({ top, bottom }: Box) => top < caption.bottom && bottom > caption.top
  const first = drawn.filter((box) => isLevel(box) && overlap(box, caption) <= 0)
  if (first.length === 0) return null
  let box = hull(first)
  const top = Math.max(0, ...ends.filter(({ bottom }) => bottom <= caption.top).map(({ bottom }) => bottom))
  const left = drawn.filter((part) => part.top >= top - 4 && overlap(part, caption) <= 0)
  for (let grown = true; grown; ) {
    const near = left.filter((part) => isConnected(part, box) && !isWithin(part, box))
    grown = near.length > 0
    box = hull([box, ...near])
  }
  return isSeen(box) && overlap(box, caption) <= 0 ? box : null
}

function isConnected(part: Box, box: Box): boolean {
  return (
    overlap(part, box) > 0 &&
    part.top <= box.bottom + PART_GAP_POINTS &&
    part.bottom >= box.top - PART_GAP_POINTS
  )
}

function isWithin(part: Box, box: Box): boolean {
  return part.left >= box.left && part.right <= box.right && part.top >= box.top && part.bottom <= box.bottom
}

/** Returns the lines between the caption and the next paragraph, within `MAX_GAP_POINTS`. */
function linesIn(zone: Zone, { lines }: PageContent, caption: Box): Box | null {
  const own = lines.filter((line) => isInZone(line, zone) && overlap(line, caption) > -MAX_GAP_POINTS)
  if (own.length < 2) return null
  const box = hull(own)
  const gap = zone.edge === 'bottom' ? caption.top - box.bottom : box.top - caption.bottom
  return isSeen(box) && gap <= MAX_GAP_POINTS ? box : null
}

function isSeen(box: Box): boolean {
  return box.right - box.left >= MIN_SIDE_POINTS && box.bottom - box.top >= MIN_SIDE_POINTS
}

function isNear(line: WordLine, box: Box): boolean {
  return (
    overlap(line, box) > -1.5 * line.size &&
    line.bottom >= box.top - 2 * line.size &&
    line.top <= box.bottom + 2 * line.size
  )
}

/** Returns whether a line can be a label; one further out is a running head, or a line of the next column, which begins at the gutter. */
function isLabelOf(drawing: Box, { left, right, size }: WordLine): boolean {
  return left > drawing.left - MAX_LEFT_EM * size && right < drawing.right + MAX_RIGHT_EM * size
}

/** What a caption belongs to: the drawing above it, or the table below. */
import type { Box } from '../extract/index.ts'
import { type Caption, overlap } from './captions.ts'
import { hull, textOf, type WordLine } from './words.ts'

const MOST_GAP_POINTS = 60
const PROSE_WORDS = 8
const LEAST_SIDE_POINTS = 20

/**
 * Returns where the drawing or the table of the caption stands, without it; null where nothing is drawn there. `drawn`: pictures and rules.
 * A figure is looked for above its caption, then below; a table the other way round.
 */
export function boxOf(caption: Caption, drawn: readonly Box[], lines: readonly WordLine[]): Box | null {
  const prose = lines.filter((line) => isProse(line) && !isInside(line, caption.box))
  const above = () => reach(caption.box, drawn, lines, zoneAbove(caption.box, prose))
  const below = () => reach(caption.box, drawn, lines, zoneBelow(caption.box, prose))
  return caption.kind === 'figure' ? (above() ?? below()) : (below() ?? above())
}

function isProse({ words, left, right, size }: WordLine): boolean {
  return words.length >= PROSE_WORDS && right - left > 18 * size && /\p{Ll}{3}/u.test(textOf(words))
}

interface Zone {
  readonly top: number
  readonly bottom: number
  /** Where the caption stands. */
  readonly edge: 'top' | 'bottom'
}

function zoneAbove(caption: Box, prose: readonly Box[]): Zone {
  const over = prose.filter((line) => line.bottom <= caption.top + 2 && overlap(line, caption) > 0)
  return { top: Math.max(0, ...over.map(({ bottom }) => bottom)), bottom: caption.top, edge: 'bottom' }
}

function zoneBelow(caption: Box, prose: readonly Box[]): Zone {
  const under = prose.filter((line) => line.top >= caption.bottom - 2 && overlap(line, caption) > 0)
  return { top: caption.bottom, bottom: Math.min(1e6, ...under.map(({ top }) => top)), edge: 'top' }
}

function reach(caption: Box, drawn: readonly Box[], lines: readonly WordLine[], zone: Zone): Box | null {
  const inZone = ({ top, bottom }: Box) => top >= zone.top - 4 && bottom <= zone.bottom + 4
  const parts = drawn.filter((box) => inZone(box) && overlap(box, caption) > -MOST_GAP_POINTS)
  const first = parts.filter((box) => overlap(box, caption) > 0)
  if (first.length === 0) return null
  const gap = Math.min(
    ...first.map((box) => (zone.edge === 'bottom' ? caption.top - box.bottom : box.top - caption.bottom)),
  )
  if (gap > MOST_GAP_POINTS) return null
  let box = hull(first)
  for (const part of parts) if (overlap(part, box) > -20) box = hull([box, part])
  for (const line of lines) if (inZone(line) && isNear(line, box)) box = hull([box, line])
  const isSeen = box.right - box.left >= LEAST_SIDE_POINTS && box.bottom - box.top >= LEAST_SIDE_POINTS
  return isSeen ? box : null
}

function isNear(line: WordLine, box: Box): boolean {
  return (
    overlap(line, box) > -1.5 * line.size &&
    line.bottom >= box.top - 2 * line.size &&
    line.top <= box.bottom + 2 * line.size
  )
}

export function isInside(inner: Box, outer: Box): boolean {
  const x = (inner.left + inner.right) / 2
  const y = (inner.top + inner.bottom) / 2
  return x >= outer.left - 1 && x <= outer.right + 1 && y >= outer.top - 1 && y <= outer.bottom + 1
}

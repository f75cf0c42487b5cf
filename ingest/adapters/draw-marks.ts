/** Draws marks like those of a yellow marker on the pixels of a page; the print under them stays readable. */
import type { PageMark } from './paper-protocol.ts'

/** Share of the light that the marker lets through: blue, green, red. */
const MARKER = [0.35, 0.9, 1] as const
const MARGIN_POINTS = 1

/** Changes `bgrx`, four bytes a pixel, in place. `scale` is in pixels per point. A pixel under several marks is marked once. */
export function drawMarks(
  bgrx: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  marks: readonly PageMark[],
  scale: number,
): void {
  const isMarked = new Uint8Array(marks.length === 0 ? 0 : width * height)
  for (const { left, top, right, bottom } of marks) {
    const [fromX, toX] = [
      pixel(left - MARGIN_POINTS, scale, width),
      pixel(right + MARGIN_POINTS, scale, width),
    ]
    const [fromY, toY] = [
      pixel(top - MARGIN_POINTS, scale, height),
      pixel(bottom + MARGIN_POINTS, scale, height),
    ]
    for (let y = fromY; y < toY; y++) isMarked.fill(1, y * width + fromX, y * width + toX)
  }
  for (const [at, marked] of isMarked.entries()) {
    if (marked === 0) continue
    for (const [colour, share] of MARKER.entries())
      bgrx[at * 4 + colour] = (bgrx[at * 4 + colour] ?? 0) * share
  }
}

function pixel(points: number, scale: number, most: number): number {
  return Math.min(most, Math.max(0, Math.round(points * scale)))
}

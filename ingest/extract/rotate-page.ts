/** Rotates pages whose text runs up, down or upside down, so that layout only handles one direction. */
import type { PageCharacters } from './characters.ts'

/** Returns the direction in which most of the page is written: 0, 90, 180 or 270 degrees clockwise. */
export function mainAngle(page: PageCharacters): number {
  return anglesOf(page, 1)[0] ?? 0
}

/** Returns the directions of at least `least` characters, the commonest first. */
export function anglesOf(page: PageCharacters, least: number): number[] {
  const ofStyle = new Uint32Array(page.styles.length)
  for (const style of page.styleIds) ofStyle[style] = (ofStyle[style] ?? 0) + 1
  const counts = new Map<number, number>()
  for (const [style, { angle }] of page.styles.entries())
    counts.set(angle, (counts.get(angle) ?? 0) + (ofStyle[style] ?? 0))
  return [...counts]
    .filter(([angle, count]) => angle % 90 === 0 && count >= least)
    .sort(([, one], [, other]) => other - one)
    .map(([angle]) => angle)
}

export function angleAt(page: PageCharacters, at: number): number {
  return page.styles[page.styleIds[at] ?? 0]?.angle ?? 0
}

/** Returns the characters in coordinates where text of `angle` runs from left to right. */
export function rotated(page: PageCharacters, angle: number): PageCharacters {
  if (angle % 90 !== 0 || angle === 0) return page
  const boxes = new Float32Array(page.boxes.length)
  const origins = new Float32Array(page.origins.length)
  for (let at = 0; at < page.count; at++) {
    const first = turnedPoint(page, angle, page.boxes[at * 4] ?? 0, page.boxes[at * 4 + 1] ?? 0)
    const second = turnedPoint(page, angle, page.boxes[at * 4 + 2] ?? 0, page.boxes[at * 4 + 3] ?? 0)
    boxes[at * 4] = Math.min(first.x, second.x)
    boxes[at * 4 + 1] = Math.min(first.y, second.y)
    boxes[at * 4 + 2] = Math.max(first.x, second.x)
    boxes[at * 4 + 3] = Math.max(first.y, second.y)
    const pen = turnedPoint(page, angle, page.origins[at * 2] ?? 0, page.origins[at * 2 + 1] ?? 0)
    origins[at * 2] = pen.x
    origins[at * 2 + 1] = pen.y
  }
  const isSideways = angle === 90 || angle === 270
  const width = isSideways ? page.height : page.width
  const height = isSideways ? page.width : page.height
  return { ...page, boxes, origins, width, height }
}

export function turnedPoint(
  page: Pick<PageCharacters, 'width' | 'height'>,
  angle: number,
  x: number,
  y: number,
): { x: number; y: number } {
  if (angle === 90) return { x: y, y: page.width - x }
  if (angle === 180) return { x: page.width - x, y: page.height - y }
  return { x: page.height - y, y: x }
}

/** Removes words printed more than once at the same place (for weight, as a shadow, under a publisher's layer). */
import type { PageCharacters } from './characters.ts'
import type { LineSegment } from './segments.ts'

// Chosen, not measured. A letter reprinted for weight is moved by less than a tenth of an em, a shadow by less than a quarter.
const SAME_PLACE_EM = 0.25
const SAME_SHARE = 0.8
const BUCKET_POINTS = 8

/** Returns the segments without those whose characters nearly all repeat an earlier segment's at the same place. */
export function withoutOverprints(page: PageCharacters, segments: readonly LineSegment[]): LineSegment[] {
  const kept: LineSegment[] = []
  const byHeight = new Map<number, LineSegment[]>()
  for (const segment of segments) {
    const bucket = Math.floor(segment.baseline / BUCKET_POINTS)
    const near = [bucket - 1, bucket, bucket + 1].flatMap((key) => byHeight.get(key) ?? [])
    const under = near.filter((other) => isOver(segment, other))
    if (under.length > 0 && isCopy(page, segment, under)) continue
    kept.push(segment)
    const same = byHeight.get(bucket)
    if (same === undefined) byHeight.set(bucket, [segment])
    else same.push(segment)
  }
  return kept
}

function isOver(segment: LineSegment, other: LineSegment): boolean {
  if (Math.abs(segment.baseline - other.baseline) > SAME_PLACE_EM * segment.size) return false
  return Math.min(segment.right, other.right) > Math.max(segment.left, other.left)
}

function isCopy(page: PageCharacters, segment: LineSegment, under: readonly LineSegment[]): boolean {
  const reach = SAME_PLACE_EM * segment.size
  let same = 0
  for (let at = segment.from; at < segment.to; at++) {
    const left = page.boxes[at * 4] ?? 0
    if (under.some((other) => hasAt(page, other, page.codes[at] ?? 0, left, reach))) same++
  }
  return same >= SAME_SHARE * (segment.to - segment.from)
}

function hasAt(
  page: PageCharacters,
  { from, to }: LineSegment,
  code: number,
  left: number,
  reach: number,
): boolean {
  for (let at = from; at < to; at++)
    if (page.codes[at] === code && Math.abs((page.boxes[at * 4] ?? 0) - left) <= reach) return true
  return false
}

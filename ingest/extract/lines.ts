/** Groups segments into lines. Works within one column or one row of a table; the caller splits columns first. */
import type { PageCharacters } from './characters.ts'
import { type Box, type LineSegment, sizeAt } from './segments.ts'

/** Segments from left to right, with `size` and `baseline` of the longest one. */
export interface Line extends Box {
  readonly segments: readonly LineSegment[]
  readonly baseline: number
  readonly size: number
  readonly characters: number
  /** Position in a table: the line begins a row, begins the next cell of a row, or continues a cell. */
  readonly place?: 'row' | 'cell' | 'wrap'
}

// A separate superscript segment is up to 0.5 em off; lines are at least 0.9 em apart.
const SAME_LINE_EM = 0.5
const MIN_OVERLAP = 0.3

/** Returns lines from top to bottom. */
export function linesOf(segments: readonly LineSegment[]): Line[] {
  // Long segments come first: they set the line that small pieces (superscripts, accents) then join.
  const bySize = [...segments].sort((a, b) => weight(b) - weight(a))
  const groups: LineSegment[][] = []
  const index = new Map<number, LineSegment[][]>()
  for (const segment of bySize) {
    const group = nearestGroup(index, segment)
    if (group !== null) {
      group.push(segment)
      continue
    }
    const fresh = [segment]
    groups.push(fresh)
    const key = bucketOf(segment.baseline)
    const bucket = index.get(key)
    if (bucket === undefined) index.set(key, [fresh])
    else bucket.push(fresh)
  }
  return groups.map(lineOf).sort((a, b) => a.baseline - b.baseline || a.left - b.left)
}

// Groups are indexed by baseline in buckets, so that a page of 5,000 cells is not compared with itself.
const BUCKET_POINTS = 8

function bucketOf(baseline: number): number {
  return Math.floor(baseline / BUCKET_POINTS)
}

function nearestGroup(
  index: ReadonlyMap<number, LineSegment[][]>,
  segment: LineSegment,
): LineSegment[] | null {
  const reach = Math.min(8, Math.ceil((segment.size * SAME_LINE_EM) / BUCKET_POINTS) + 1)
  const key = bucketOf(segment.baseline)
  let best: LineSegment[] | null = null
  let bestDistance = Number.POSITIVE_INFINITY
  for (let bucket = key - reach; bucket <= key + reach; bucket++) {
    for (const group of index.get(bucket) ?? []) {
      const head = group[0]
      if (head === undefined || !sharesLine(head, segment)) continue
      const distance = Math.abs(head.baseline - segment.baseline)
      if (distance >= bestDistance) continue
      best = group
      bestDistance = distance
    }
  }
  return best
}

function sharesLine(head: LineSegment, segment: LineSegment): boolean {
  const size = Math.max(head.size, segment.size)
  if (Math.abs(head.baseline - segment.baseline) > SAME_LINE_EM * size) return false
  const overlap = Math.min(head.bottom, segment.bottom) - Math.max(head.top, segment.top)
  return overlap >= MIN_OVERLAP * Math.min(head.bottom - head.top, segment.bottom - segment.top)
}

function weight(segment: LineSegment): number {
  return segment.size * Math.min(8, segment.to - segment.from)
}

export function lineOf(segments: readonly LineSegment[]): Line {
  const main = segments.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a))
  return {
    segments: [...segments].sort((a, b) => a.left - b.left || a.from - b.from),
    baseline: main.baseline,
    size: main.size,
    characters: segments.reduce((sum, segment) => sum + segment.to - segment.from, 0),
    ...boundsOf(segments),
  }
}

export function boundsOf(boxes: readonly Box[]): Box {
  let left = Number.POSITIVE_INFINITY
  let top = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  let bottom = Number.NEGATIVE_INFINITY
  for (const box of boxes) {
    left = Math.min(left, box.left)
    top = Math.min(top, box.top)
    right = Math.max(right, box.right)
    bottom = Math.max(bottom, box.bottom)
  }
  return { left, top, right, bottom }
}

const RAISED_SIZE = 0.85
const RAISED_EM = 0.15
/** Marks that are hardly smaller than the text are raised more than others. */
const LARGE_RAISED_SIZE = 0.95
const LARGE_RAISED_EM = 0.25

/** Returns whether a character is small and raised above its line. */
export function isRaised(page: PageCharacters, { baseline, size }: Line, at: number): boolean {
  const own = sizeAt(page, at)
  if (own >= LARGE_RAISED_SIZE * size) return false
  const least = own < RAISED_SIZE * size ? RAISED_EM : LARGE_RAISED_EM
  return baseline - (page.origins[at * 2 + 1] ?? 0) > least * size
}

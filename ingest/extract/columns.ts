/**
 * Puts the lines of a page into reading order. A gutter is a vertical white strip with text on both sides; lines that cross it
 * (a title, a wide figure) split the page into zones; in each zone the left column is read before the right one.
 * Tables have gutters too, but their cells are short, so their zones stay rows.
 */
import { boundsOf, type Line, linesOf } from './lines.ts'
import type { Box, LineSegment } from './segments.ts'
import { cellsOf } from './table-rows.ts'

/** Lines within one column that are read consecutively. */
export interface Flow extends Box {
  readonly lines: readonly Line[]
}

// All chosen on the labelled papers, not measured.
const STEP_POINTS = 2
/** Minimum width in ems of a region with two columns: justified lines of one column have gaps that look like gutters. */
const MIN_WIDTH_EM = 28
const MAX_DEPTH = 4
const MAX_TAIL_LINES = 3
/** Minimum height of the text on either side of a gutter, as a share of the text that crosses it. */
const MIN_SIDE_SHARE = 0.08
const MIN_SIDE_LINES = 3
/** Minimum reach of a crossing line into both columns; a shorter one is a formula that is slightly too wide. */
const MIN_CROSSING_EM = 1.2
const MIN_CHARACTERS_NARROW = 12
const MIN_CHARACTERS_WIDE = 24
const MIN_FILL = 0.45
const MIN_SHARED_WIDTH = 0.7
const MAX_PITCH_EM = 2
const LEVEL_EM = 0.1
const MIN_ROWS = 5
const MAX_ROW_PITCH_EM = 4
const FULL_SHARE = 0.8
const MAX_FULL_SHARE = 0.3
const MIN_CELLS = 3
const MIN_ROWS_SHARE = 0.6
/** Lines that cross a gutter and are closer than this belong together. */
const MAX_BAND_GAP_EM = 1

/** Returns flows in reading order. */
export function readingOrder(segments: readonly LineSegment[]): Flow[] {
  return merged(flowsOf(segments, 0))
}

function flowsOf(segments: readonly LineSegment[], depth: number): Flow[] {
  if (segments.length === 0) return []
  const gutter = depth < MAX_DEPTH ? findGutter(segments) : null
  if (gutter === null) return [flowOf(segments)]
  const bands = bandsOf(spanningLines(segments, gutter))
  const parts = partsOf(segments, bands)
  const flows: Flow[] = []
  for (const [at, { zone, crossing }] of parts.entries()) {
    flows.push(...zoneFlows(zone, gutter, depth, at < bands.length))
    // Crossing lines may themselves be in columns: a page in two columns below an abstract beside a side bar.
    flows.push(...(crossing.length < segments.length ? flowsOf(crossing, depth + 1) : [flowOf(crossing)]))
  }
  // Here no zone is really in columns, and the gutter was part of a table or a coincidence.
  return flows.every((flow) => flow.left < gutter && flow.right > gutter) ? [flowOf(segments)] : flows
}

/** Returns the lines that cross the gutter, whole: of several names in a row, some do not cross. */
function spanningLines(segments: readonly LineSegment[], gutter: number): Line[] {
  return linesOf(segments).filter((line) => line.segments.some((segment) => crosses(segment, gutter)))
}

/** A block of lines that crosses a gutter, from its first to its last line. */
interface Band {
  readonly top: number
  bottom: number
  readonly segments: Set<LineSegment>
}

function bandsOf(spanning: readonly Line[]): Band[] {
  const bands: Band[] = []
  for (const { top, bottom, size, segments } of spanning) {
    const last = bands.at(-1)
    if (last !== undefined && top - last.bottom < MAX_BAND_GAP_EM * size) {
      last.bottom = Math.max(last.bottom, bottom)
      for (const segment of segments) last.segments.add(segment)
    } else bands.push({ top, bottom, segments: new Set(segments) })
  }
  return bands
}

interface Part {
  /** Segments above the band, or below the last one. */
  readonly zone: LineSegment[]
  readonly crossing: LineSegment[]
}

function partsOf(segments: readonly LineSegment[], bands: readonly Band[]): Part[] {
  const parts: Part[] = Array.from({ length: bands.length + 1 }, () => ({ zone: [], crossing: [] }))
  for (const segment of segments) {
    const own = bands.findIndex((band) => band.segments.has(segment))
    const middle = (segment.top + segment.bottom) / 2
    const next = own >= 0 ? own : bands.findIndex((band) => middle <= band.bottom)
    const at = next < 0 ? bands.length : next
    const isWithin = own >= 0 || middle >= (bands[at]?.top ?? Number.POSITIVE_INFINITY)
    parts[at]?.[isWithin ? 'crossing' : 'zone'].push(segment)
  }
  return parts
}

function zoneFlows(zone: readonly LineSegment[], gutter: number, depth: number, isClosed: boolean): Flow[] {
  const left = zone.filter((segment) => isLeftOf(segment, gutter))
  const right = zone.filter((segment) => !isLeftOf(segment, gutter))
  if (left.length === 0 || right.length === 0) return flowsOf(zone, depth + 1)
  const table = wideTable(linesOf(left), linesOf(right)) ?? wideTable(linesOf(right), linesOf(left))
  if (table !== null) {
    const [above, within, below] = splitAt(zone, table)
    const rest = (part: readonly LineSegment[], closed: boolean) => zoneFlows(part, gutter, depth + 1, closed)
    return [...rest(above, false), flowOf(within), ...rest(below, isClosed)]
  }
  if (!areColumns(left, right)) return [flowOf(zone)]
  const tail = isClosed ? tailOf(left, boundsOf(right).bottom) : []
  const column = tail.length === 0 ? left : left.filter((segment) => !tail.includes(segment))
  return [...flowsOf(column, depth + 1), ...flowsOf(right, depth + 1), ...flowsOf(tail, depth + 1)]
}

/**
 * Returns the extent of a table that spans both columns, or null: on one side of the gutter, lines with cells that are level with lines
 * on the other side.
 */
function wideTable(rows: readonly Line[], beside: readonly Line[]): Box | null {
  let table: Line[] = []
  for (const row of rows) {
    const above = table.at(-1)
    const isNear = above === undefined || row.baseline - above.baseline < MAX_ROW_PITCH_EM * row.size
    if (isNear && cellsOf(row).length >= MIN_CELLS && isLevel(row, beside)) table.push(row)
    else if (table.length < MIN_ROWS && !isNear) table = []
  }
  const box = boundsOf(table)
  const inside = rows.filter(({ baseline }) => baseline > box.top && baseline < box.bottom)
  const isTable = table.length >= MIN_ROWS && table.length >= MIN_ROWS_SHARE * inside.length
  return isTable && !isProse(beside, box) ? box : null
}

/** Returns whether many lines in the box fill their column: then a table is beside them, instead of across both columns. */
function isProse(lines: readonly Line[], { top, bottom }: Box): boolean {
  const { left, right } = boundsOf(lines)
  const inside = lines.filter(({ baseline }) => baseline > top && baseline < bottom)
  const full = inside.filter((line) => line.right - line.left > FULL_SHARE * (right - left))
  return full.filter((line) => cellsOf(line).length === 1).length > MAX_FULL_SHARE * inside.length
}

function isLevel(row: Line, beside: readonly Line[]): boolean {
  return beside.some((line) => Math.abs(line.baseline - row.baseline) <= LEVEL_EM * row.size)
}

/** Returns the segments above, within and below the box, by their middles. */
function splitAt(
  zone: readonly LineSegment[],
  { top, bottom }: Box,
): [LineSegment[], LineSegment[], LineSegment[]] {
  const middleOf = (segment: LineSegment) => (segment.top + segment.bottom) / 2
  return [
    zone.filter((segment) => middleOf(segment) < top),
    zone.filter((segment) => middleOf(segment) >= top && middleOf(segment) <= bottom),
    zone.filter((segment) => middleOf(segment) > bottom),
  ]
}

/**
 * Finds a heading below both columns, which is too short to cross the gutter and belongs to the text below: the last lines of the left
 * column that are below the right one and separate from their own.
 */
function tailOf(left: readonly LineSegment[], bottom: number): LineSegment[] {
  const lines = linesOf(left)
  const from = lines.findIndex((line) => line.top >= bottom)
  const first = lines[from]
  const above = lines[from - 1]
  if (first === undefined || above === undefined || lines.length - from > MAX_TAIL_LINES) return []
  const isApart = first.top - above.bottom > first.size
  return isApart ? lines.slice(from).flatMap((line) => line.segments) : []
}

function isLeftOf(segment: LineSegment, gutter: number): boolean {
  return (segment.left + segment.right) / 2 < gutter
}

function crosses(segment: LineSegment, gutter: number): boolean {
  const reach = MIN_CROSSING_EM * segment.size
  return segment.left < gutter - reach && segment.right > gutter + reach
}

/** Returns the x that the least text crosses, compared with the text beside it; null if no x qualifies. */
function findGutter(segments: readonly LineSegment[]): number | null {
  const { left, right } = boundsOf(segments)
  const lineHeight = segments.reduce((sum, segment) => sum + segment.size, 0) / segments.length
  if (right - left < MIN_WIDTH_EM * lineHeight) return null
  const bins = Math.ceil((right - left) / STEP_POINTS) + 1
  const { crossing, before, after } = profile(segments, left, bins)
  let best: { at: number; cost: number } | null = null
  for (let bin = 1; bin < bins - 1; bin++) {
    const side = Math.min(before[bin] ?? 0, after[bin] ?? 0)
    const across = crossing[bin] ?? 0
    if (side < MIN_SIDE_LINES * lineHeight || side < MIN_SIDE_SHARE * across) continue
    const cost = (across + lineHeight) / side
    if (best === null || cost < best.cost - 1e-9) best = { at: bin, cost }
  }
  if (best === null) return null
  return left + (best.at + sameCostRun(best.at, crossing) / 2) * STEP_POINTS
}

/** Returns how many bins to the right of `at` are crossed by as little text: the gutter's middle is half way. */
function sameCostRun(at: number, crossing: Float64Array): number {
  let run = 0
  while (at + run + 1 < crossing.length && (crossing[at + run + 1] ?? 0) <= (crossing[at] ?? 0)) run++
  return run
}

/** Returns for each x the summed height of the text that crosses it, ends before it and begins after it. */
function profile(segments: readonly LineSegment[], left: number, bins: number) {
  const crossing = new Float64Array(bins)
  const before = new Float64Array(bins)
  const after = new Float64Array(bins)
  const add = (heights: Float64Array, bin: number, height: number) => {
    heights[bin] = (heights[bin] ?? 0) + height
  }
  for (const { left: from, right: to, size } of segments) {
    const first = Math.max(0, Math.floor((from - left) / STEP_POINTS))
    const last = Math.min(bins - 1, Math.ceil((to - left) / STEP_POINTS))
    for (let bin = first; bin <= last; bin++) add(crossing, bin, size)
    // Writes past either end of a typed array are ignored, as intended here.
    add(before, last + 1, size)
    add(after, first - 1, size)
  }
  for (let bin = 1; bin < bins; bin++) add(before, bin, before[bin - 1] ?? 0)
  for (let bin = bins - 2; bin >= 0; bin--) add(after, bin, after[bin + 1] ?? 0)
  return { crossing, before, after }
}

/** Returns whether both sides are columns of running text, with long lines that fill their width, unlike those of a table. */
function areColumns(left: readonly LineSegment[], right: readonly LineSegment[]): boolean {
  const sides = [left, right].map(measure)
  const [a, b] = sides
  if (a === undefined || b === undefined) return false
  const narrow = Math.min(a.charactersPerLine, b.charactersPerLine)
  const wide = Math.max(a.charactersPerLine, b.charactersPerLine)
  if (narrow < MIN_CHARACTERS_NARROW || wide < MIN_CHARACTERS_WIDE) return false
  return a.fill >= MIN_FILL && b.fill >= MIN_FILL
}

/** Measures by characters, not by lines: the pieces of a formula are many short lines and say little about the column. */
function measure(segments: readonly LineSegment[]): { charactersPerLine: number; fill: number } {
  const lines = linesOf(segments)
  const { left, right } = boundsOf(lines)
  let characters = 0
  let squares = 0
  let inked = 0
  for (const line of lines) {
    characters += line.characters
    squares += line.characters ** 2
    inked += line.characters * inkWidth(line)
  }
  return { charactersPerLine: squares / characters, fill: inked / characters / Math.max(1, right - left) }
}

function inkWidth(line: Line): number {
  return line.segments.reduce((sum, segment) => sum + segment.right - segment.left, 0)
}

function flowOf(segments: readonly LineSegment[]): Flow {
  return { lines: linesOf(segments), ...boundsOf(segments) }
}

/** Joins neighbours of about the same width and position: the lines of a wide abstract arrive one by one. */
function merged(flows: readonly Flow[]): Flow[] {
  const result: Flow[] = []
  for (const flow of flows) {
    const last = result.at(-1)
    if (last !== undefined && continues(last, flow)) {
      const lines = [...last.lines, ...flow.lines]
      result[result.length - 1] = { lines, ...boundsOf(lines) }
    } else result.push(flow)
  }
  return result
}

function continues(above: Flow, below: Flow): boolean {
  if (below.top < above.top) return false
  const overlap = Math.min(above.right, below.right) - Math.max(above.left, below.left)
  const widths = [above.right - above.left, below.right - below.left]
  if (overlap >= MIN_SHARED_WIDTH * Math.max(...widths)) return true
  // The last line of a wide paragraph is short, so it does not cross the gutter.
  const [line, more] = below.lines
  const last = above.lines.at(-1)
  if (line === undefined || more !== undefined || last === undefined) return false
  const follows =
    line.baseline - last.baseline < MAX_PITCH_EM * line.size && Math.abs(line.size - last.size) < 1
  return follows && Math.abs(line.left - last.left) < line.size
}

/** Finds the boundaries of a table's columns: white corridors that its rows leave free, and vertical rules. */
import type { Rule } from './rules.ts'
import { chunksOf, hull, type Word, type WordLine } from './words.ts'

/** Gap between chunks: word spaces are up to .33 em, and stretched ones are not aligned below each other. */
export const CHUNK_GAP_EM = 0.55
/** A row counts as full from this share of the chunks in the fullest rows. */
const FULL_SHARE = 0.6
const MAX_CROSSING_SHARE = 0.12
const MAX_CROSSING_ALL = 0.55
const MIN_CORRIDOR_POINTS = 1
const FEW_ROWS_CORRIDOR_POINTS = 4

/** Returns x positions between columns, from left to right. `minSplitShare` is the least share of lines with text on both sides of each. */
export function columnBounds(
  lines: readonly WordLine[],
  upright: readonly Rule[],
  minSplitShare: number,
): number[] {
  const forced = uprightBounds(lines, upright)
  const rows = lines.map((line) => chunksOf(line, CHUNK_GAP_EM, forced).map((words) => hull(words)))
  const least = rows.length < 4 ? FEW_ROWS_CORRIDOR_POINTS : MIN_CORRIDOR_POINTS
  const bounds = corridorsOf(rows)
    .filter(({ from, to }) => to - from >= least && partsRows(rows, from, to, minSplitShare))
    .map(({ from, to }) => (from + to) / 2)
    .filter((x) => !forced.some((other) => isSameGap(rows, x, other)))
  return [...bounds, ...forced].sort((a, b) => a - b)
}

interface Corridor {
  readonly from: number
  readonly to: number
  readonly crossing: number
}

/** Returns stretches of x that few full rows cross; of adjacent ones, the emptiest. */
function corridorsOf(rows: readonly (readonly Extent[])[]): Corridor[] {
  const counts = rows.map(({ length }) => length).sort((a, b) => b - a)
  const most = counts[Math.floor(counts.length / 10)] ?? 1
  const full = rows.filter(({ length }) => length >= Math.max(2, FULL_SHARE * most))
  if (full.length === 0) return []
  const edges = [...new Set(rows.flat().flatMap(({ left, right }) => [left, right]))].sort((a, b) => a - b)
  const found: Corridor[] = []
  for (const [at, from] of edges.slice(0, -1).entries()) {
    const to = edges[at + 1]!
    const middle = (from + to) / 2
    const crosses = (row: readonly Extent[]) => row.some(({ left, right }) => left < middle && right > middle)
    const crossing = full.filter(crosses).length
    if (crossing > Math.floor(MAX_CROSSING_SHARE * full.length)) continue
    if (rows.filter(crosses).length <= MAX_CROSSING_ALL * rows.length)
      addCorridor(found, { from, to, crossing })
  }
  return found
}

function addCorridor(found: Corridor[], next: Corridor): void {
  const last = found.at(-1)
  if (last === undefined || last.to !== next.from) found.push(next)
  else if (next.crossing < last.crossing) found[found.length - 1] = next
  else if (next.crossing === last.crossing) found[found.length - 1] = { ...last, to: next.to }
}

/** Returns the vertical rules within the table, each position once. */
function uprightBounds(lines: readonly WordLine[], upright: readonly Rule[]): number[] {
  const box = hull(lines)
  const found: number[] = []
  for (const { left, right, top, bottom } of upright) {
    const x = (left + right) / 2
    const high = Math.min(bottom, box.bottom) - Math.max(top, box.top)
    if (x <= box.left + 1 || x >= box.right - 1 || high < 0.3 * (box.bottom - box.top)) continue
    const last = found.at(-1)
    if (last === undefined || x - last > 4) found.push(x)
  }
  return found
}

interface Extent {
  readonly left: number
  readonly right: number
}

/** Returns whether two rows, and the share `least` of all, have text on both sides. */
function partsRows(rows: readonly (readonly Extent[])[], from: number, to: number, least: number): boolean {
  const parted = rows.filter(
    (row) => row.some(({ right }) => right <= from + 1) && row.some(({ left }) => left >= to - 1),
  ).length
  return parted >= Math.min(2, rows.length) && parted >= least * rows.length
}

function isSameGap(rows: readonly (readonly Extent[])[], a: number, b: number): boolean {
  const [low, high] = a < b ? [a, b] : [b, a]
  return !rows.some((row) =>
    row.some(({ left, right }) => (left + right) / 2 > low && (left + right) / 2 < high),
  )
}

export interface Piece {
  readonly words: readonly Word[]
  /** First and last column of the piece. */
  readonly from: number
  readonly to: number
}

/** Returns the chunks of a line with their columns; those of one column are joined. */
export function piecesOf(line: WordLine, bounds: readonly number[]): Piece[] {
  const pieces: { words: Word[]; from: number; to: number }[] = []
  for (const words of chunksOf(line, CHUNK_GAP_EM, [])) {
    for (const part of splitAt(words, bounds)) {
      const box = hull(part)
      const slack = Math.min(3, (box.right - box.left) / 4)
      const from = bounds.filter((x) => x <= box.left + slack).length
      const to = Math.max(from, bounds.filter((x) => x < box.right - slack).length)
      const last = pieces.at(-1)
      if (last !== undefined && from <= last.to) {
        last.words.push(...part)
        last.to = Math.max(to, last.to)
      } else pieces.push({ words: part, from, to })
    }
  }
  return pieces
}

/** Splits a chunk into several cells if its words keep clear of all bounds between them, with a word in each column. */
function splitAt(words: readonly Word[], bounds: readonly number[]): Word[][] {
  const crossed = bounds.filter(
    (x) => words.some(({ left }) => left > x) && words.some(({ right }) => right < x),
  )
  if (crossed.length === 0) return [[...words]]
  const parts: Word[][] = [[]]
  for (const [at, word] of words.entries()) {
    const before = words[at - 1]
    const isApart =
      before !== undefined &&
      word.left - before.right > 0.42 * word.size &&
      crossed.some((x) => before.right <= x + 1 && word.left >= x - 1)
    if (isApart) parts.push([word])
    else parts.at(-1)?.push(word)
  }
  return parts
}

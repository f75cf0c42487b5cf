/**
 * Finds the lines that are table rows, and those that continue cells of the row above. Rows are recognised by cells that are aligned;
 * a gap in one line of prose is aligned with nothing.
 */
import { boundsOf, type Line, lineOf } from './lines.ts'
import type { Box, LineSegment } from './segments.ts'

// In ems of the line. Chosen on the half of the papers that `npm run measure body-text` calls tuned.
const CELL_GAP_EM = 1
const ALIGNED_EM = 0.6
const MIN_TABLE_GAP_EM = 2.5
const MAX_STRETCH_EM = 2.5
const EVEN_EM = 0.15
const MAX_ROW_GAP_EM = 3
/** Maximum number of lines of wrapped cells between two rows that show their columns. */
const MAX_LINES_BETWEEN = 6
/** A line between rows wider than this share of the table is prose or a caption. */
const MAX_INNER_SHARE = 0.7
/** Minimum ratio of the distance between rows to that between the lines of a cell. */
const ROW_STRETCH = 1.2
const CONTINUES = /^[\p{Ll}(),;%+–-]/u

interface Cell extends Box {
  readonly segments: readonly LineSegment[]
}

/** Returns cells from the left; a line without gaps is one cell. */
export function cellsOf(line: Line): readonly Cell[] {
  if (line.segments.length === 1) return [line]
  const cells: LineSegment[][] = []
  let right = Number.NEGATIVE_INFINITY
  for (const segment of line.segments) {
    const last = cells.at(-1)
    if (last === undefined || segment.left - right > CELL_GAP_EM * line.size) cells.push([segment])
    else last.push(segment)
    right = Math.max(right, segment.right)
  }
  const boxes = cells.map((segments) => ({ segments, ...boundsOf(segments) }))
  return isStretched(boxes, line.size) ? [{ segments: line.segments, ...boundsOf(line.segments) }] : boxes
}

/** Returns whether gaps are even, as between the words of a justified line; those between cells vary with their lengths. */
function isStretched(cells: readonly Cell[], size: number): boolean {
  if (cells.length < 3) return false
  const gaps = cells.slice(1).map((cell, at) => cell.left - (cells[at]?.right ?? 0))
  const most = Math.max(...gaps)
  return most < MAX_STRETCH_EM * size && most - Math.min(...gaps) < EVEN_EM * size
}

/** A line of a flow with its cells. */
interface Row {
  readonly line: Line
  readonly cells: readonly Cell[]
}

/** Arranges lines in rows. `textOf` returns the text of a line, and is called only within tables. */
export function arrangeRows(lines: readonly Line[], textOf: (line: Line) => string): Line[] {
  if (lines.every((line) => line.segments.length === 1)) return [...lines]
  const rows = lines.map((line) => ({ line, cells: cellsOf(line) }))
  const arranged: Line[] = []
  let at = 0
  while (at < rows.length) {
    const end = tableEnd(rows, at)
    if (end === at) arranged.push(lines[at++] as Line)
    else {
      arranged.push(...tableLines(rows.slice(at, end), textOf))
      at = end
    }
  }
  return arranged
}

/** Returns the index after the table that begins at `from`, or `from` if none does. */
function tableEnd(rows: readonly Row[], from: number): number {
  let end = from
  let at: number | null = from
  while (at !== null) {
    at = nextRow(rows, at)
    if (at !== null) end = at + 1
  }
  if (end === from) return from
  const table = boundsOf(rows.slice(from, end).map(({ line }) => line))
  while (continuesBelow(rows, end, table)) end++
  return end
}

/** Returns the nearest line below with cells aligned to those of line `at`. */
function nextRow(rows: readonly Row[], at: number): number | null {
  const row = rows[at]
  if (row === undefined || row.cells.length < 2) return null
  for (let next = at + 1; next <= at + 1 + MAX_LINES_BETWEEN; next++) {
    const below = rows[next]
    const above = rows[next - 1]
    if (below === undefined || above === undefined || !isNear(above.line, below.line)) return null
    if (sharedColumns(row, below) >= 2) return next
    const width = Math.max(row.line.right, below.line.right) - Math.min(row.line.left, below.line.left)
    if (below.line.right - below.line.left > MAX_INNER_SHARE * width || !isInColumns(below, row)) return null
  }
  return null
}

function isNear(above: Line, below: Line): boolean {
  const distance = below.baseline - above.baseline
  return distance > 0 && distance <= MAX_ROW_GAP_EM * Math.max(above.size, below.size)
}

function sharedColumns(above: Row, below: Row): number {
  const reach = ALIGNED_EM * Math.max(above.line.size, below.line.size)
  return below.cells.filter((cell) =>
    above.cells.some((other) => isUnder(other, cell, reach) && !areMargins(above, other, below, cell, reach)),
  ).length
}

/**
 * Returns whether two cells share only the right margin, as two justified lines with a wide gap do: last cells count as a column if more
 * than their right edges agree, or if the gaps before them are wider than those of justified lines.
 */
function areMargins(above: Row, other: Cell, below: Row, cell: Cell, reach: number): boolean {
  if (other !== above.cells.at(-1) || cell !== below.cells.at(-1)) return false
  if (Math.abs(other.left - cell.left) <= reach) return false
  return Math.min(lastGap(above), lastGap(below)) < MIN_TABLE_GAP_EM * below.line.size
}

function lastGap({ cells }: Row): number {
  return (cells.at(-1)?.left ?? 0) - (cells.at(-2)?.right ?? 0)
}

/** Returns whether boxes are aligned: flush left, flush right or centred. */
function isUnder(above: Box, below: Box, reach: number): boolean {
  return (
    Math.abs(above.left - below.left) <= reach ||
    Math.abs(above.right - below.right) <= reach ||
    Math.abs(above.left + above.right - below.left - below.right) <= reach
  )
}

/** Returns whether each cell of the line overlaps at most one cell of the row. */
function isInColumns(line: Row, row: Row): boolean {
  return line.cells.every((cell) => row.cells.filter((other) => overlaps(cell, other)).length <= 1)
}

function overlaps(a: Box, b: Box): boolean {
  return Math.min(a.right, b.right) > Math.max(a.left, b.left)
}

/** Returns whether a line continues the last row's cells: it is near, with nothing in the first column. */
function continuesBelow(rows: readonly Row[], at: number, table: Box): boolean {
  const above = rows[at - 1]
  const below = rows[at]
  if (above === undefined || below === undefined) return false
  const size = Math.max(above.line.size, below.line.size)
  if (below.line.baseline - above.line.baseline > 1.5 * size || !isNear(above.line, below.line)) return false
  return (
    below.line.left > table.left + 2 * size &&
    below.line.right <= table.right + size &&
    isInColumns(below, above)
  )
}

function tableLines(rows: readonly Row[], textOf: (line: Line) => string): Line[] {
  const groups = groupsByGap(rows) ?? groupsByContent(rows, textOf)
  return groups.flatMap((group) => rowLines(group))
}

/** Groups lines into rows if rows are further apart than the lines of their cells; null if the gaps do not show it. */
function groupsByGap(rows: readonly Row[]): Row[][] | null {
  const gaps = rows.slice(1).map((row, at) => row.line.baseline - (rows[at]?.line.baseline ?? 0))
  const least = Math.min(...gaps)
  const groups: Row[][] = []
  for (const [at, row] of rows.entries()) {
    if (at === 0 || (gaps[at - 1] ?? 0) > ROW_STRETCH * least) groups.push([row])
    else groups.at(-1)?.push(row)
  }
  const columns = Math.max(...rows.map(({ cells }) => cells.length))
  // A group with two full rows is two rows: the wider gaps separate something else.
  const isTold = groups.every((group) => group.filter(({ cells }) => cells.length === columns).length <= 1)
  return isTold && groups.length > 1 && groups.length < rows.length ? groups : null
}

function groupsByContent(rows: readonly Row[], textOf: (line: Line) => string): Row[][] {
  const { left } = boundsOf(rows.map(({ line }) => line))
  const groups: Row[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    const head = last?.[0]
    const isPart = head !== undefined && row.cells.length < head.cells.length && isInColumns(row, head)
    const hasFirst = row.line.left < left + row.line.size
    const wraps = row.cells.length === 1 || !hasFirst
    if (isPart && wraps && CONTINUES.test(textOf(row.line))) last?.push(row)
    else groups.push([row])
  }
  return groups
}

/** Returns a row of one line as it is; else its cells in sequence, each with all its lines. */
function rowLines(group: readonly Row[]): Line[] {
  const [only, more] = group
  if (only !== undefined && more === undefined) return [{ ...only.line, place: 'row' }]
  const columns: Cell[][] = []
  for (const cell of group.flatMap(({ cells }) => cells)) {
    const column = columns.find((cells) => cells.some((other) => overlaps(cell, other)))
    if (column === undefined) columns.push([cell])
    else column.push(cell)
  }
  columns.sort((a, b) => boundsOf(a).left - boundsOf(b).left)
  return columns.flatMap((cells, column) =>
    cells.map((cell, at) => ({
      ...lineOf(cell.segments),
      place: at > 0 ? ('wrap' as const) : column > 0 ? ('cell' as const) : ('row' as const),
    })),
  )
}

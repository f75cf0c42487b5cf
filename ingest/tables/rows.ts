/** Groups a table's lines into rows: lines between two rules, lines closer to each other than rows are, and wrapped cells. */
import type { Piece } from './columns.ts'
import type { Rule } from './rules.ts'
import { hull, textOf, type WordLine } from './words.ts'

export interface TableLine {
  readonly line: WordLine
  readonly pieces: readonly Piece[]
}

export interface TableRow {
  readonly lines: readonly TableLine[]
  readonly isHeader: boolean
}

const NUMBER =
  /^[\s$€£¥<>≤≥~±+\-–−—(.,%*†‡]*\d[\d\s.,:/%()×*^+\-–−±a-e†‡§]*$|^(?:[-–—.…*]+|n\.?[ad]\.?|na|nd|ns|n\/a|\(\.+\)|:)$/iu
const RULE_SHARE = 0.45
const MAX_HEADER_LINES = 8
const BIMODAL = 1.25

/** Returns whether the text of a cell is a figure, or a mark for a missing one. */
export function isFigure(text: string): boolean {
  return NUMBER.test(text.trim())
}

/** Returns the rows. `level` are the table's horizontal rules; `hasUpright` says that its columns are ruled too. */
export function rowsOf(lines: readonly TableLine[], level: readonly Rule[], hasUpright: boolean): TableRow[] {
  const box = hull(lines.map(({ line }) => line))
  const wide = level.filter(
    ({ left, right }) =>
      Math.min(right, box.right) - Math.max(left, box.left) >= RULE_SHARE * (box.right - box.left),
  )
  const parted = lines.map((_, at) => at > 0 && isSeparated(lines[at - 1]!, lines[at]!, wide))
  const headerEnd = headerLines(lines, parted)
  const bands = bandsOf(lines, parted)
  const inner = bands.filter((band) => band[0]! >= headerEnd)
  const bandsAreRows = hasUpright
    ? bands.length >= 2 && bands.length * 6 >= lines.length
    : inner.length >= 3 && inner.length * 3 >= lines.length - headerEnd
  const rows: TableRow[] = []
  for (const band of bands) {
    const own = band.map((at) => lines[at]!)
    const isHeader = band[0]! < headerEnd
    if (isHeader) {
      const head = own.filter((_, k) => band[k]! < headerEnd)
      const rest = own.filter((_, k) => band[k]! >= headerEnd)
      rows.push(...headerRows(head).map((group) => ({ lines: group, isHeader: true })))
      if (rest.length > 0) rows.push(...wrappedRows(rest).map((group) => ({ lines: group, isHeader: false })))
    } else if (bandsAreRows && !isSeveralRows(own)) rows.push({ lines: own, isHeader: false })
    else rows.push(...wrappedRows(own).map((group) => ({ lines: group, isHeader: false })))
  }
  return rows
}

function isSeparated(above: TableLine, below: TableLine, level: readonly Rule[]): boolean {
  const from = above.line.baseline - 0.3 * above.line.size
  const to = below.line.baseline - 0.3 * below.line.size
  return level.some(({ top, bottom }) => (top + bottom) / 2 > from && (top + bottom) / 2 < to)
}

function bandsOf(lines: readonly TableLine[], parted: readonly boolean[]): number[][] {
  const bands: number[][] = []
  for (let at = 0; at < lines.length; at++) {
    if (at === 0 || parted[at]) bands.push([at])
    else bands.at(-1)!.push(at)
  }
  return bands
}

/** Returns how many lines at the top name the columns: those before the first line of figures, up to the nearest rule above it. */
function headerLines(lines: readonly TableLine[], parted: readonly boolean[]): number {
  const first = lines.findIndex(isData)
  if (first < 0) {
    const rule = parted.findIndex((is, at) => is && at > 0)
    return rule > 0 && rule <= 3 ? rule : 0
  }
  if (first === 0) return 0
  let rule = 0
  for (let at = 1; at <= Math.min(first, MAX_HEADER_LINES); at++) if (parted[at]) rule = at
  if (rule > 0) return rule
  // A label that wraps above its figures, or a heading within the body, is not part of the header.
  let end = first
  while (
    end > 1 &&
    isLabelOnly(lines[end - 1]!) &&
    lines.slice(0, end - 1).some((line) => line.pieces.length > 1)
  )
    end--
  return end <= MAX_HEADER_LINES ? end : 0
}

function isLabelOnly({ pieces }: TableLine): boolean {
  return pieces.length === 1 && pieces[0]!.from === 0
}

/** Returns whether at least half of a line's cells after the first are figures. */
function isData({ pieces }: TableLine): boolean {
  const others = pieces.filter(({ from }) => from > 0)
  const figures = others.filter(({ words }) => isFigure(textOf(words)) && !isYear(textOf(words)))
  return others.length > 0 && figures.length * 2 >= others.length && figures.length > 0
}

function isYear(text: string): boolean {
  return /^(?:19|20)\d\d(?:[-–/]\d{2,4})?[*†a-d]?$/.test(text.trim())
}

/** Joins lines of a header into one row, except a name over several columns, which is above their own names. */
function headerRows(lines: readonly TableLine[]): TableLine[][] {
  const rows: TableLine[][] = []
  for (const line of lines) {
    const above = rows.at(-1)
    const isOver = above?.some(({ pieces }) =>
      pieces.some(
        ({ from, to }) => to > from && line.pieces.filter((p) => p.from <= to && p.to >= from).length > 1,
      ),
    )
    const isOwn =
      line.pieces.some(({ from, to }) => to > from) && above?.some(({ pieces }) => pieces.length > 1)
    const isFar = above !== undefined && line.line.baseline - above.at(-1)!.line.baseline > 2 * line.line.size
    if (above === undefined || isOver || isOwn || isFar) rows.push([line])
    else above.push(line)
  }
  return rows
}

/** Returns whether most lines of the band have figures of their own. */
function isSeveralRows(lines: readonly TableLine[]): boolean {
  if (lines.length < 2) return false
  return (
    lines.filter((line) => line.pieces.length >= 2 && isData(line)).length >= Math.max(2, 0.6 * lines.length)
  )
}

function wrappedRows(lines: readonly TableLine[]): TableLine[][] {
  return byGap(lines) ?? byContent(lines)
}

/** Returns null if the distances of the lines are not of two kinds. */
function byGap(lines: readonly TableLine[]): TableLine[][] | null {
  if (lines.length < 3) return null
  const gaps = lines.slice(1).map(({ line }, at) => line.baseline - lines[at]!.line.baseline)
  const least = Math.min(...gaps.filter((gap) => gap > 3))
  const groups: TableLine[][] = [[lines[0]!]]
  for (const [at, gap] of gaps.entries()) {
    if (gap > BIMODAL * least) groups.push([lines[at + 1]!])
    else groups.at(-1)!.push(lines[at + 1]!)
  }
  if (groups.length < 2 || groups.length === lines.length) return null
  const columns = Math.max(...lines.map(({ pieces }) => pieces.length))
  const isRow = (group: TableLine[]) =>
    group.filter(({ pieces }) => pieces.length === columns).length <= 1 && group.filter(isData).length <= 1
  return groups.every(isRow) ? groups : null
}

function byContent(lines: readonly TableLine[]): TableLine[][] {
  const rows: TableLine[][] = []
  for (const [at, line] of lines.entries()) {
    const row = rows.at(-1)
    if (row !== undefined && continuesRow(row, line, lines[at + 1])) row.push(line)
    else rows.push([line])
  }
  return rows
}

const OPEN_END = /(?:[,(/&–-]|\b(?:and|or|of|the|in|for|to|with|by|on|at|from|per|than))$/i
const CONTINUATION = /^[\p{Ll}(),;%+–-]/u

function continuesRow(row: readonly TableLine[], line: TableLine, next: TableLine | undefined): boolean {
  const last = row.at(-1)!
  if (line.line.baseline - last.line.baseline > 1.45 * Math.max(last.line.size, line.line.size)) return false
  if (isData(line) && row.some(isData)) return false
  const columns = new Set(row.flatMap(({ pieces }) => pieces.map(({ from }) => from)))
  const own = line.pieces.map(({ from }) => from)
  const text = textOf(line.pieces[0]?.words ?? [])
  const before = textOf(last.pieces[0]?.words ?? [])
  if (isLabelOnly(line))
    return (
      columns.has(0) &&
      (CONTINUATION.test(text) || OPEN_END.test(before)) &&
      (row.length > 0 || next === undefined)
    )
  // A label that began on the line above, alone, with its figures on this one.
  if (row.every(isLabelOnly) && own.includes(0)) return CONTINUATION.test(text) || OPEN_END.test(before)
  if (own.includes(0)) return false
  return own.every((column) => columns.has(column)) && !isData(line)
}

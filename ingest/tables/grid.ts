/** Converts the words of a table to its rows and cells. */
import type { Box } from '../extract/index.ts'
import { columnBounds, type Piece, piecesOf } from './columns.ts'
import { isFigure, rowsOf, type TableRow } from './rows.ts'
import type { Rules } from './rules.ts'
import { hull, textOf, type Word, wordLines } from './words.ts'

export interface TableGrid {
  /** Number of rows at the top that name the columns. */
  readonly header: number
  /** Texts of each row, one for every column; empty if there is no cell. */
  readonly rows: readonly (readonly string[])[]
  readonly boxes: readonly (readonly (Box | null)[])[]
}

/** A grid with the words from which its cells were read. */
export interface ReadGrid extends TableGrid {
  readonly words: readonly (readonly (readonly Word[])[])[]
  /** Heading of each column; a name over several columns is repeated in each. */
  readonly headings: readonly string[]
}

const MIN_SPLIT_SHARE = 0.2
/** Lower share, for cells with many lines. */
const MIN_SPLIT_SHARE_SURE = 0.1

/** Returns null if the words form no two rows of two columns. `isSure`: rules and a caption prove it to be a table. */
export function gridOf(words: readonly Word[], rules: Rules, isSure: boolean): ReadGrid | null {
  if (words.length < 4) return null
  const lines = wordLines(words)
  const bounds = columnBounds(lines, rules.upright, isSure ? MIN_SPLIT_SHARE_SURE : MIN_SPLIT_SHARE)
  if (bounds.length === 0 || lines.length < 2) return null
  const tableLines = lines.map((line) => ({ line, pieces: piecesOf(line, bounds) }))
  const rows = rowsOf(tableLines, rules.level, rules.upright.length >= 2)
  return withoutEmptyColumns(rows, bounds.length + 1)
}

function withoutEmptyColumns(rows: readonly TableRow[], columns: number): ReadGrid | null {
  const cells = rows.map(({ lines }) => {
    const row: Word[][] = Array.from({ length: columns }, () => [])
    for (const { pieces } of lines) for (const { from, words } of pieces) row[from]!.push(...words)
    return row
  })
  const used = Array.from({ length: columns }, (_, at) => at).filter((at) =>
    cells.some((row) => row[at]!.length > 0),
  )
  const kept = cells.map((row) => used.map((at) => row[at]!))
  if (used.length < 2 || kept.length < 2) return null
  return {
    header: rows.filter(({ isHeader }) => isHeader).length,
    rows: kept.map((row) => row.map(textOf)),
    boxes: kept.map((row) => row.map((words) => (words.length === 0 ? null : hull(words)))),
    words: kept,
    headings: headingsOf(rows, columns, used),
  }
}

/** Joins the header's rows from top to bottom; a name centred over several columns applies to each. */
function headingsOf(rows: readonly TableRow[], columns: number, used: readonly number[]): string[] {
  const header = rows
    .filter(({ isHeader }) => isHeader)
    .map(({ lines }) => lines.flatMap((line) => line.pieces))
  const names: string[][] = Array.from({ length: columns }, () => [])
  for (const [at, pieces] of header.entries())
    for (const { piece, over } of namedColumns(pieces, header[at + 1] ?? []))
      for (const column of over) names[column]!.push(textOf(piece.words))
  return used.map((column) => names[column]!.join(' '))
}

/** Returns the columns under each name: its own, and adjacent ones with names below, if it is centred over them all. */
function namedColumns(pieces: readonly Piece[], below: readonly Piece[]) {
  const isIn = (column: number) => (piece: Piece) => piece.from <= column && piece.to >= column
  const free = below.filter(({ from }) => from > 0 && !pieces.some(isIn(from)))
  const nearest = (piece: Piece) =>
    pieces
      .filter(({ from }) => from > 0)
      .reduce<Piece | null>(
        (best, one) => (best === null || apart(one, piece) < apart(best, piece) ? one : best),
        null,
      )
  return pieces.map((piece) => {
    const own = Array.from({ length: piece.to - piece.from + 1 }, (_, at) => piece.from + at)
    const joined = free.filter((one) => nearest(one) === piece)
    const under = [...below.filter(({ from }) => own.includes(from)), ...joined].flatMap(({ words }) => words)
    const isCentred =
      joined.length > 0 && Math.abs(middleOf(under) - middleOf(piece.words)) <= CENTRED_EM * under[0]!.size
    return { piece, over: isCentred ? [...own, ...joined.map(({ from }) => from)] : own }
  })
}

/** Maximum distance between middles, in ems. Chosen, not measured. */
const CENTRED_EM = 1

function apart(a: Piece, b: Piece): number {
  return Math.abs(middleOf(a.words) - middleOf(b.words))
}

function middleOf(words: readonly Word[]): number {
  const { left, right } = hull(words)
  return (left + right) / 2
}

const LONG_CELL_WORDS = 6

/**
 * Returns whether the grid is filled like a table, not like prose in columns. Without rules or a caption (`isPlain`), it needs figures
 * or short cells throughout; with both (`isSure`), it may contain whole sentences.
 */
export function isTabular({ rows }: TableGrid, isPlain: boolean, isSure: boolean): boolean {
  const cells = rows.flat()
  const filled = cells.filter((text) => text !== '')
  const full = rows.filter((row) => row.filter((text) => text !== '').length >= 2).length
  const inner = rows.flatMap((row) => row.slice(1)).filter((text) => text !== '')
  const figures = inner.filter(isFigure).length / Math.max(1, inner.length)
  const long = filled.filter((text) => text.split(' ').length > LONG_CELL_WORDS).length / filled.length
  if (full < 2 || filled.length < 0.3 * cells.length) return false
  if (isPlain) return figures >= 0.4 && long <= 0.2 && full >= 3
  return figures >= 0.15 || long <= 0.4 || isSure
}

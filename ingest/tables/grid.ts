/** From the words of a table to its rows and cells. */
import type { Box } from '../extract/index.ts'
import { columnBounds, piecesOf } from './columns.ts'
import { isFigure, rowsOf, type TableRow } from './rows.ts'
import type { Rules } from './rules.ts'
import { hull, textOf, type Word, wordLines } from './words.ts'

export interface TableGrid {
  /** How many rows at the top name the columns. */
  readonly header: number
  /** As many texts in each row as the table has columns; empty where no cell stands. */
  readonly rows: readonly (readonly string[])[]
  readonly boxes: readonly (readonly (Box | null)[])[]
}

/** Null where the words show no two rows of two columns. */
export function gridOf(words: readonly Word[], rules: Rules): TableGrid | null {
  if (words.length < 4) return null
  const lines = wordLines(words)
  const bounds = columnBounds(lines, rules.upright)
  if (bounds.length === 0 || lines.length < 2) return null
  const tableLines = lines.map((line) => ({ line, pieces: piecesOf(line, bounds) }))
  const rows = rowsOf(tableLines, rules.level, rules.upright.length >= 2)
  return withoutEmptyColumns(rows, bounds.length + 1)
}

function withoutEmptyColumns(rows: readonly TableRow[], columns: number): TableGrid | null {
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
  }
}

const LONG_CELL_WORDS = 6

/**
 * Whether the grid is filled as a table is, and not as prose in columns: `isPlain` for one that neither rules nor a caption show to be one,
 * which needs figures or short cells throughout.
 */
export function isTabular({ rows }: TableGrid, isPlain: boolean): boolean {
  const cells = rows.flat()
  const filled = cells.filter((text) => text !== '')
  const full = rows.filter((row) => row.filter((text) => text !== '').length >= 2).length
  const inner = rows.flatMap((row) => row.slice(1)).filter((text) => text !== '')
  const figures = inner.filter(isFigure).length / Math.max(1, inner.length)
  const long = filled.filter((text) => text.split(' ').length > LONG_CELL_WORDS).length / filled.length
  if (full < 2 || filled.length < 0.3 * cells.length) return false
  return isPlain ? figures >= 0.4 && long <= 0.2 && full >= 3 : figures >= 0.15 || long <= 0.4
}

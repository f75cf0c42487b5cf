/** The two columns of the pages, filled from top to bottom and left to right; all measures in points. */
import { PAGE_HEIGHT_POINTS } from './pen.ts'

export const PAGE = { width: 595.28, left: 56, right: 56, top: 74, bottom: 72, gap: 19 } as const
export const TEXT_WIDTH = PAGE.width - PAGE.left - PAGE.right
export const COLUMN_WIDTH = (TEXT_WIDTH - PAGE.gap) / 2

export interface Columns {
  /** Left edge of the current column. */
  readonly x: number
  /** The next free height, from the top of the page. */
  readonly y: number
  /** Moves down; starts no new column. */
  skip(heightPoints: number): void
  /** Goes to the next column unless `heightPoints` are free. True where it went. */
  need(heightPoints: number): boolean
}

/** `onPage` is called with the number of each new page; the first page's columns start at `firstTop`. */
export function createColumns(firstTop: number, onPage: (number: number) => void): Columns {
  let page = 1
  let column = 0
  let y = firstTop
  return {
    get x() {
      return PAGE.left + column * (COLUMN_WIDTH + PAGE.gap)
    },
    get y() {
      return y
    },
    skip(heightPoints) {
      y += heightPoints
    },
    need(heightPoints) {
      if (y + heightPoints <= PAGE_HEIGHT_POINTS - PAGE.bottom) return false
      if (column === 1) onPage(++page)
      column = 1 - column
      y = page === 1 ? firstTop : PAGE.top
      return true
    },
  }
}

/** What reading one page of a PDF needs at hand. */
import type { Pdfium } from './pdfium-module.ts'

/** Maps a point of the page's own space to the page as shown. */
export interface View {
  readonly width: number
  readonly height: number
  readonly x: (x: number, y: number) => number
  readonly y: (x: number, y: number) => number
  /** Quarter turns clockwise. */
  readonly turns: number
}

/** What reading one page takes: the module, scratch memory in it, pdfium's text page and the view. */
export interface Scan {
  readonly pdfium: Pdfium
  readonly scratch: number
  readonly text: number
  readonly view: View
}

/** Defines what is needed to read one page of a PDF. */
import type { Pdfium } from './pdfium-module.ts'

/** Maps a point of the page's own space to the page as shown: x' = xx x + xy y + x0, and the same for y. */
export interface View {
  readonly width: number
  readonly height: number
  readonly xx: number
  readonly xy: number
  readonly x0: number
  readonly yx: number
  readonly yy: number
  readonly y0: number
  /** Quarter turns clockwise. */
  readonly turns: number
}

export function shownX(view: View, x: number, y: number): number {
  return view.xx * x + view.xy * y + view.x0
}

export function shownY(view: View, x: number, y: number): number {
  return view.yx * x + view.yy * y + view.y0
}

/** Tools to read one page: the module, scratch memory in it, pdfium's text page and the view. */
export interface Scan {
  readonly pdfium: Pdfium
  readonly scratch: number
  readonly text: number
  readonly view: View
}

/** Draws a single sign of a page at a size at which letters can be distinguished. */
import { type GlyphShape, shapeOf } from '../extract/index.ts'
import type { Pdfium } from './pdfium-module.ts'

/** A text object of a page; `page` is 0 if the object is not on a page. */
export interface TextObject {
  readonly document: number
  readonly page: number
  readonly object: number
}

/** Position of the pen and type size, in points of the object's page. */
interface Pen {
  readonly x: number
  readonly y: number
  readonly em: number
  /** Edges of the sign; left out if the object contains only the sign. */
  readonly left?: number
  readonly right?: number
}

const EM_PIXELS = 40
// Longer objects are lines of text, whose picture would cost more than it reveals.
const MAX_PIXELS = 400_000

/** Returns null if the object has no ink there, or is too large. `scratch` has room for 16 bytes. */
export function drawObject(
  pdfium: Pdfium,
  scratch: number,
  { document, page, object }: TextObject,
  pen: Pen,
): GlyphShape | null {
  const { call } = pdfium
  if (call.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return null
  const at = scratch >> 2
  const [left = 0, bottom = 0, right = 0, top = 0] = pdfium.floats().slice(at, at + 4)
  const scale = EM_PIXELS / pen.em
  if (!((right - left) * (top - bottom) * scale * scale < MAX_PIXELS)) return null
  const bitmap = call.FPDFTextObj_GetRenderedBitmap(document, page, object, scale)
  if (bitmap === 0) return null
  try {
    const width = call.FPDFBitmap_GetWidth(bitmap)
    const height = call.FPDFBitmap_GetHeight(bitmap)
    const stride = call.FPDFBitmap_GetStride(bitmap)
    const buffer = call.FPDFBitmap_GetBuffer(bitmap)
    const pixels = pdfium.bytes()
    // The picture's edges are those of the object, moved out to whole pixels.
    const firstColumn = Math.floor(left * scale)
    const firstRow = Math.ceil(top * scale)
    const from = pen.left === undefined ? 0 : Math.max(0, Math.floor(pen.left * scale) - firstColumn)
    const to = pen.right === undefined ? width : Math.min(width, Math.ceil(pen.right * scale) - firstColumn)
    const ink = (x: number, y: number) => pixels[buffer + y * stride + (x + from) * 4 + 3] ?? 0
    return shapeOf({ width: to - from, height, ink }, firstRow - pen.y * scale, EM_PIXELS)
  } finally {
    call.FPDFBitmap_Destroy(bitmap)
  }
}

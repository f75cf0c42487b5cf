/** Draws a page as an image, for readers and for OCR. */

import { closing } from '../../core/index.ts'
import { drawMarks } from './draw-marks.ts'
import type { PageMark, PaperAnswer, PaperRequest } from './paper-protocol.ts'
import { openPdf } from './pdfium-document.ts'
import type { Pdfium } from './pdfium-module.ts'
import { encodePng } from './png.ts'

// fpdfview.h: FPDFBitmap_BGRx, FPDF_ANNOT.
const FORMAT_BGRX = 3
const DRAW_ANNOTATIONS = 1
const WHITE = 0xffffffff
/** Pixel limit: 25 million pixels are 100 MB. Larger pages are drawn smaller. Chosen, not measured. */
const MAX_PIXELS = 25_000_000
/** 200 inches: the limit of ISO 32000-1, annex C. Page boxes beyond it are damaged, and their images would be mere lines. */
const MAX_SIDE_POINTS = 14_400

export interface PageImage {
  readonly png: Uint8Array
  /** Pixels per point of the page. */
  readonly scale: number
}

/** Draws a page, numbered from 1. The width is only requested: very long pages are drawn smaller. */
export function renderPdfPage(
  pdfium: Pdfium,
  { bytes, page: number, ...wanted }: Extract<PaperRequest, { kind: 'render' }>,
): PaperAnswer {
  const opened = openPdf(pdfium, bytes)
  if ('code' in opened) return { kind: 'failure', ...opened }
  using document = closing(opened)
  const image = renderPage(pdfium, document.handle, number - 1, wanted)
  if (image !== null) return { kind: 'image', png: image.png }
  return { kind: 'failure', code: 'page_unreadable', detail: `Page ${number} cannot be drawn.` }
}

interface ImageOptions {
  readonly widthPixels: number
  readonly marks?: readonly PageMark[]
  /** Part of the page to draw; null for all of it. */
  readonly crop?: PageMark | null
}

/** Draws the page at `index` (from 0); null if it cannot be opened, or the area to draw is empty. */
export function renderPage(
  pdfium: Pdfium,
  document: number,
  index: number,
  { widthPixels, marks = [], crop = null }: ImageOptions,
): PageImage | null {
  const { call } = pdfium
  const page = call.FPDF_LoadPage(document, index)
  if (page === 0) return null
  try {
    const pageWidth = call.FPDF_GetPageWidthF(page)
    const pageHeight = call.FPDF_GetPageHeightF(page)
    if (!isDrawable(pageWidth) || !isDrawable(pageHeight)) return null
    const left = Math.max(0, crop?.left ?? 0)
    const top = Math.max(0, crop?.top ?? 0)
    const partWidth = Math.min(pageWidth, crop?.right ?? pageWidth) - left
    const partHeight = Math.min(pageHeight, crop?.bottom ?? pageHeight) - top
    if (partWidth <= 0 || partHeight <= 0) return null
    const most = Math.sqrt(MAX_PIXELS / (partWidth * partHeight))
    const width = Math.max(1, Math.round(partWidth * Math.min(widthPixels / partWidth, most)))
    const scale = width / partWidth
    const height = Math.max(1, Math.round(partHeight * scale))
    const whole = {
      left: left * scale,
      top: top * scale,
      width: pageWidth * scale,
      height: pageHeight * scale,
    }
    const pixels = draw(pdfium, page, { width, height }, whole)
    if (pixels === null) return null
    const shown = marks.map((mark) => shifted(mark, left, top))
    drawMarks(pixels, { width, height }, shown, scale)
    return { png: encodePng(pixels, width, height), scale }
  } finally {
    call.FPDF_ClosePage(page)
  }
}

function isDrawable(side: number): boolean {
  return side > 0 && side <= MAX_SIDE_POINTS
}

function shifted({ left, top, right, bottom }: PageMark, x: number, y: number): PageMark {
  return { left: left - x, top: top - y, right: right - x, bottom: bottom - y }
}

/**
 * Returns the pixels of a part of the page on white, copied out of the module, or null if memory runs out. `whole` is the page's size
 * in pixels, and where in it the part begins.
 */
function draw(
  pdfium: Pdfium,
  page: number,
  { width, height }: { readonly width: number; readonly height: number },
  whole: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): Uint8Array | null {
  const { call } = pdfium
  const size = width * height * 4
  const address = call.malloc(size)
  if (address === 0) return null
  const bitmap = call.FPDFBitmap_CreateEx(width, height, FORMAT_BGRX, address, width * 4)
  try {
    if (bitmap === 0) return null
    call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    const [x, y] = [-Math.round(whole.left), -Math.round(whole.top)]
    const [wide, high] = [Math.round(whole.width), Math.round(whole.height)]
    call.FPDF_RenderPageBitmap(bitmap, page, x, y, wide, high, 0, DRAW_ANNOTATIONS)
    return pdfium.bytes().slice(address, address + size)
  } finally {
    if (bitmap !== 0) call.FPDFBitmap_Destroy(bitmap)
    call.free(address)
  }
}

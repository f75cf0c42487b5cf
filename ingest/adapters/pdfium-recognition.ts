/** Pages without text are drawn and recognised, where the limits allow it. */
import type { PageCharacters } from '../extract/index.ts'
import type { ReadLimits } from '../ports.ts'
import type { Pdfium } from './pdfium-module.ts'
import { renderPage } from './pdfium-render.ts'

// Tesseract is trained on 300 dpi; above 200 its results hardly change and the time grows with the square. Chosen, not measured.
const DOTS_PER_INCH = 200
const POINTS_PER_INCH = 72
// Scans are often saved at a point a pixel, so that the page is metres high: A4 at 220 dpi is enough for any page.
const MAX_LONG_SIDE_PIXELS = 2600
/** In `auto` all pages share one time limit; recognition stops at this share of it, so that what was read is kept. */
const TIME_SHARE = 0.7

/** The same pages; those without text have recognised characters where there were any. */
export async function recognisePages(
  pdfium: Pdfium,
  document: number,
  pages: readonly PageCharacters[],
  limits: ReadLimits,
  onProgress: () => void,
): Promise<readonly PageCharacters[]> {
  const blank = pages.filter((page) => page.count === 0 && hasInk(pdfium, document, page.number - 1))
  if (!isWanted(blank.length, limits)) return pages
  const { openTesseractRecogniser } = await import('./tesseract-recogniser.ts')
  const recogniser = await openTesseractRecogniser()
  const deadline = Date.now() + limits.timeoutMs * TIME_SHARE
  const found = new Map<number, PageCharacters>()
  try {
    for (const page of blank) {
      if (limits.ocr === 'always') onProgress()
      else if (Date.now() > deadline) break
      const image = renderPage(pdfium, document, page.number - 1, widthPixels(page))
      if (image !== null) found.set(page.number, await recogniser.recognise(image, page))
    }
  } finally {
    await recogniser.close()
  }
  return pages.map((page) => found.get(page.number) ?? page)
}

/** A page without any object is a blank one: nothing to recognise. */
function hasInk(pdfium: Pdfium, document: number, index: number): boolean {
  const page = pdfium.call.FPDF_LoadPage(document, index)
  if (page === 0) return false
  const count = pdfium.call.FPDFPage_CountObjects(page)
  pdfium.call.FPDF_ClosePage(page)
  return count > 0
}

function widthPixels(page: PageCharacters): number {
  const scale = DOTS_PER_INCH / POINTS_PER_INCH
  return page.width * Math.min(scale, MAX_LONG_SIDE_PIXELS / Math.max(page.width, page.height))
}

function isWanted(blankPages: number, limits: ReadLimits): boolean {
  if (blankPages === 0 || limits.ocr === 'never') return false
  return limits.ocr === 'always' || blankPages <= limits.ocrPages
}

/** Draws pages without text and recognises them, within the limits. */
import { featurePlace } from '../../core/index.ts'
import type { PageCharacters } from '../extract/index.ts'
import type { ReadLimits } from '../ports.ts'
import type { Pdfium } from './pdfium-module.ts'
import { renderPage } from './pdfium-render.ts'
import { recogniseEach } from './recognise-pages.ts'

// Tesseract is trained on 300 dpi; above 200 its results hardly change, and its time grows quadratically. Chosen, not measured.
const DOTS_PER_INCH = 200
const POINTS_PER_INCH = 72
// Scans are often saved at one point per pixel, which makes the page metres high: A4 at 220 dpi is enough for any page.
const MAX_LONG_SIDE_PIXELS = 2600
/** Share of the file's time limit, which starts again with each page, that one page may take: a slow page is lost, not the file. */
const PAGE_TIME_SHARE = 0.7

export interface Recognition {
  /** All pages; those without text have their recognised characters, if any. */
  readonly pages: readonly PageCharacters[]
  /** Numbers of the pages that have recognised characters. */
  readonly recognised: readonly number[]
  /** Numbers of the pages that took too long, or that cannot be recognised because OCR is missing. */
  readonly lost: readonly number[]
  /** Whether text recognition is missing. */
  readonly isMissing: boolean
}

/** Recognises pages without text. How many depends on the file and the limits, never on the load of the machine. */
export async function recognisePages(
  pdfium: Pdfium,
  document: number,
  pages: readonly PageCharacters[],
  limits: ReadLimits,
  onProgress: () => void,
): Promise<Recognition> {
  const blank = pages.filter((page) => page.count === 0 && hasInk(pdfium, document, page.number - 1))
  if (!isWanted(blank.length, limits)) return { pages, recognised: [], lost: [], isMissing: false }
  if (featurePlace('ocr') === null)
    return { pages, recognised: [], lost: blank.map(({ number }) => number), isMissing: true }
  const { openTesseractRecogniser } = await import('./tesseract-recogniser.ts')
  const { found, lost } = await recogniseEach(blank, {
    openRecogniser: openTesseractRecogniser,
    draw: (page) => renderPage(pdfium, document, page.number - 1, { widthPixels: widthPixels(page) }),
    pageTimeoutMs: limits.timeoutMs * PAGE_TIME_SHARE,
    onProgress,
  })
  const recognised = [...found.keys()].sort((one, other) => one - other)
  return { pages: pages.map((page) => found.get(page.number) ?? page), recognised, lost, isMissing: false }
}

/** Returns whether a page has any object; a page without one is blank, with nothing to recognise. */
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

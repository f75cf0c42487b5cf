/** Finds the tables and figures of one PDF, in the child process. */
import { closing } from '../../core/index.ts'
import { figuresOnPage, type PageFigure, withCaptionsOfLastPage } from '../tables/index.ts'
import type { PaperAnswer } from './paper-protocol.ts'
import { createCharacterReader, viewOf } from './pdfium-characters.ts'
import { openPdf } from './pdfium-document.ts'
import { drawingsOf } from './pdfium-drawings.ts'
import type { Pdfium } from './pdfium-module.ts'

const SCRATCH_BYTES = 16

/** Returns the tables and figures of every page; a file that is not a PDF is a failure with its reason. */
export function readFigures(pdfium: Pdfium, bytes: Uint8Array): PaperAnswer {
  const opened = openPdf(pdfium, bytes)
  if ('code' in opened) return { kind: 'failure', ...opened }
  using document = closing(opened)
  using reader = closing(createCharacterReader(pdfium))
  const figures: PageFigure[] = []
  for (let index = 0; index < document.pageCount; index++) {
    const characters = reader.read(document.handle, index)
    if (characters.count > 0)
      figures.push(...figuresOnPage({ characters, drawings: figuresOfPage(pdfium, document.handle, index) }))
  }
  return { kind: 'paper-figures', figures: withCaptionsOfLastPage(figures) }
}

function figuresOfPage(pdfium: Pdfium, document: number, index: number) {
  const { call } = pdfium
  const page = call.FPDF_LoadPage(document, index)
  const scratch = call.malloc(SCRATCH_BYTES)
  try {
    return drawingsOf(pdfium, page, viewOf(pdfium, scratch, page))
  } finally {
    call.free(scratch)
    call.FPDF_ClosePage(page)
  }
}

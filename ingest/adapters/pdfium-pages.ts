/** Reads the pages and description of one PDF, in the child process. */
import { closing, describeFeature } from '../../core/index.ts'
import { describe } from '../describe/index.ts'
import { layOut, type PageCharacters } from '../extract/index.ts'
import type { ReadLimits, ReadOutcome } from '../ports.ts'
import { francLanguage } from './franc-languages.ts'
import { knownWords } from './known-words.ts'
import { createCharacterReader } from './pdfium-characters.ts'
import { openPdf, type PdfDocument } from './pdfium-document.ts'
import type { Pdfium } from './pdfium-module.ts'
import { type Recognition, recognisePages } from './pdfium-recognition.ts'

/** Calls `onProgress` when the time limit may start again. */
export async function readPdf(
  pdfium: Pdfium,
  bytes: Uint8Array,
  limits: ReadLimits,
  onProgress: () => void,
): Promise<ReadOutcome> {
  const opened = openPdf(pdfium, bytes)
  if ('code' in opened) return { ok: false, ...opened }
  using document = closing(opened)
  const printed = charactersOf(pdfium, document)
  const recognition = await recognisePages(pdfium, document.handle, printed, limits, onProgress)
  const { pages, recognised, lost, isMissing } = recognition
  const lacking = isMissing ? { lacksRecognition: true as const } : {}
  const laidOut = layOut(pages, knownWords())
  if (laidOut.every(({ page }) => page.text === '')) return { ...noText(recognition, limits), ...lacking }
  const description = describe(laidOut, {
    languageOf: francLanguage,
    latestYear: new Date().getFullYear() + 1,
  })
  const read = { pages: laidOut.map(({ page }) => page), description, lostPages: lost }
  return { ok: true, ...read, recognisedPages: recognised, ...lacking }
}

function charactersOf(pdfium: Pdfium, document: PdfDocument): PageCharacters[] {
  using reader = closing(createCharacterReader(pdfium))
  return Array.from({ length: document.pageCount }, (_, index) => reader.read(document.handle, index))
}

function noText({ pages, lost, isMissing }: Recognition, limits: ReadLimits): ReadOutcome {
  if (isMissing) {
    const detail = `Its pages are images: \`gloss fetch ocr\` fetches ${describeFeature('ocr')}; then ingest it again.`
    return { ok: false, code: 'ocr_missing', detail }
  }
  if (lost.length > 0) {
    const detail = `OCR ran out of time on ${lost.length} of ${pages.length} pages; raise the time limit and ingest again.`
    return { ok: false, code: 'timeout', detail }
  }
  const isOverLimit = limits.ocr === 'auto' && pages.length > limits.ocrPages
  const advice =
    isOverLimit || limits.ocr === 'never'
      ? 'its pages are images: ingest it again with --ocr --retry.'
      : 'and OCR found no words on its pages.'
  return { ok: false, code: 'no_text', detail: `The file has no text, ${advice}` }
}

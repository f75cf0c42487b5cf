/** One reader for every kind of paper: PDFs go to child processes, the rest is read here. */
import { openPdfiumReader, type PdfReader } from '../../ingest/adapters/pdfium-reader.ts'
import { openTextReader } from '../../ingest/adapters/text-reader.ts'
import { zoteroEntries } from '../../ingest/adapters/zotero-library.ts'
import { zoteroRdf } from '../../ingest/adapters/zotero-rdf.ts'
import {
  createReaderByFormat,
  type ListReaders,
  type PaperReader,
  type ReadLimits,
} from '../../ingest/index.ts'
import type { Config } from '../config/config.ts'

export const LIST_READERS: ListReaders = {
  rdf(text) {
    const catalogue = zoteroRdf(text)
    return 'code' in catalogue ? null : catalogue
  },
  library: zoteroEntries,
}

export type OcrChoice = ReadLimits['ocr']

// Issue and DESIGN: scans of more pages are read on demand only (`--ocr`), some seconds a page.
const OCR_PAGES = 20

export function readLimits(config: Config, ocr: OcrChoice = 'auto'): ReadLimits {
  return { timeoutMs: config.readTimeoutMs, maxMemoryMb: config.readMemoryMb, ocr, ocrPages: OCR_PAGES }
}

export function openPdfReader(config: Config, workers: number, ocr: OcrChoice = 'auto'): PdfReader {
  return openPdfiumReader({ workers, limits: readLimits(config, ocr) })
}

export function openReader(config: Config, workers: number, ocr: OcrChoice): PaperReader {
  return createReaderByFormat({ pdf: openPdfReader(config, workers, ocr), text: openTextReader() })
}

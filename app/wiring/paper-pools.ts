/** Pools of child processes that read for the whole program, each started on first use. */
import { openPaperPool, type PaperPool } from '../../ingest/adapters/paper-pool.ts'
import type { ReadLimits } from '../../ingest/index.ts'
import type { Config } from '../config/config.ts'
import { openPagePool, type PagePool } from './page-pool.ts'

export type OcrChoice = ReadLimits['ocr']

// Longer scans need `--ocr`, since a page takes some seconds.
const OCR_PAGES = 20

function readLimits(config: Config, ocr: OcrChoice = 'auto'): ReadLimits {
  return { timeoutMs: config.readTimeoutMs, maxMemoryMb: config.readMemoryMb, ocr, ocrPages: OCR_PAGES }
}

export function openPool(config: Config, workers: number, ocr: OcrChoice = 'auto'): PaperPool {
  return openPaperPool({ workers, limits: readLimits(config, ocr) })
}

export interface PaperPools {
  /** Draws pages and reads PDFs from the web; its child process starts on first use. */
  pdf(): PaperPool
  /** Measures and cuts up stored papers, and reads lists and long records; its child processes start on first use. */
  parsers(): PaperPool
  /** Reads web pages; its child process starts on first use. */
  webPages(): PagePool
}

export function createPaperPools(config: Config): PaperPools & { closePools(): Promise<void> } {
  let pdf: PaperPool | null = null
  let parsers: PaperPool | null = null
  let webPages: PagePool | null = null
  return {
    pdf() {
      pdf ??= openPool(config, 1)
      return pdf
    },
    parsers() {
      parsers ??= openPool(config, config.workers)
      return parsers
    },
    webPages() {
      webPages ??= openPagePool(readLimits(config))
      return webPages
    },
    async closePools() {
      await Promise.all([pdf?.close(), parsers?.close(), webPages?.close()])
    },
  }
}

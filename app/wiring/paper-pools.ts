/** The child processes that read for the whole program, each pool started with its first use. */
import type { PaperPool } from '../../ingest/adapters/paper-pool.ts'
import type { Config } from '../config/config.ts'
import { openPagePool, type PagePool } from './page-pool.ts'
import { openPool, readLimits } from './paper-readers.ts'

export interface PaperPools {
  /** Draws pages and reads PDFs of the web; its child process starts with the first. */
  pdf(): PaperPool
  /** Measures and cuts up stored papers, and reads lists and long records; its child processes start with the first. */
  parsers(): PaperPool
  /** Reads web pages; its child process starts with the first. */
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

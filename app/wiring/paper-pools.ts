/** The child processes that read for the whole program, each pool started with its first use. */
import type { PaperPool } from '../../ingest/adapters/paper-pool.ts'
import type { Config } from '../config/config.ts'
import { openPool } from './paper-readers.ts'

export interface PaperPools {
  /** Draws pages and reads PDFs of the web; its child process starts with the first. */
  pdf(): PaperPool
  /** Measures and cuts up stored papers, and reads lists and long records; its child processes start with the first. */
  parsers(): PaperPool
}

export function createPaperPools(config: Config): PaperPools & { closePools(): Promise<void> } {
  let pdf: PaperPool | null = null
  let parsers: PaperPool | null = null
  return {
    pdf() {
      pdf ??= openPool(config, 1)
      return pdf
    },
    parsers() {
      parsers ??= openPool(config, config.workers)
      return parsers
    },
    async closePools() {
      await Promise.all([pdf?.close(), parsers?.close()])
    },
  }
}

/** Readers of papers and of lists of papers: child processes with a time and a memory limit read every format. */
import type { PaperPool } from '../../ingest/adapters/paper-pool.ts'
import {
  createReaderByFormat,
  type ListReaders,
  type PaperCutter,
  type PaperReader,
} from '../../ingest/index.ts'
import type { Config } from '../config/config.ts'
import type { Features } from './features.ts'
import { type OcrChoice, openPool } from './paper-pools.ts'

export function listReaders(pool: Pick<PaperPool, 'catalogue' | 'record'>): ListReaders {
  return {
    catalogue: pool.catalogue,
    record: pool.record,
    async library(name, signal) {
      const { zoteroEntries } = await import('../../ingest/adapters/zotero.ts')
      return await zoteroEntries(name, signal)
    },
  }
}

export function openReader(
  config: Config,
  workers: number,
  ocr: OcrChoice,
  features: Features,
): PaperReader & PaperCutter {
  const pool = openPool(config, workers, ocr)
  return { ...pool, ...createReaderByFormat({ pdf: withRecognition(pool, features), text: pool }) }
}

/** Returns a reader that reads a scan again after fetching text recognition, which does not count against the paper's time limit. */
function withRecognition(reader: PaperReader, features: Features): PaperReader {
  return {
    async read(source, bytes, signal) {
      const outcome = await reader.read(source, bytes, signal)
      return outcome.lacksRecognition === true && (await features.want('ocr'))
        ? await reader.read(source, bytes, signal)
        : outcome
    },
    close: () => reader.close(),
  }
}

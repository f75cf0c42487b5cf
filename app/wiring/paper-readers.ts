/** Readers of papers and of lists of papers: every format goes to child processes with a time and a memory limit. */
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

/** A scan is read again when text recognition was fetched for it; that takes as long as it takes, outside of the paper's time limit. */
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

/** Combines the readers of all formats; a catalogue's metadata overrides what the paper says. */

import { withKnown } from './formats/index.ts'
import type { PaperReader } from './ports.ts'

export interface ReadersByFormat {
  readonly pdf: PaperReader
  /** Reader of every other format. */
  readonly text: PaperReader
}

export function createReaderByFormat({ pdf, text }: ReadersByFormat): PaperReader {
  return {
    async read(source, bytes, signal) {
      const reading = await (source.format === 'pdf' ? pdf : text).read(source, bytes, signal)
      return reading.ok ? { ...reading, description: withKnown(reading.description, source.known) } : reading
    },
    async close() {
      await Promise.all([pdf.close(), text.close()])
    },
  }
}

/** Wraps a reader, and looks its papers up after reading. A catalogue file next to the paper still has priority. */

import { withKnown } from '../formats/index.ts'
import type { PaperReader } from '../ports.ts'
import type { Lookup } from './look-up.ts'

export function createLookedUpReader(reader: PaperReader, lookup: Lookup): PaperReader {
  return {
    async read(source, bytes, signal) {
      const outcome = await reader.read(source, bytes, signal)
      if (!outcome.ok) return outcome
      const description = await lookup.complete(outcome.description, signal)
      return { ...outcome, description: withKnown(description, source.known) }
    },
    close: () => reader.close(),
  }
}

/** A namer in the test's own thread. */
import type { Namer } from '../../graph/index.ts'
import { namePapers } from '../../graph/names/index.ts'

/** Without a tagger, no noun phrases are found. */
export function createNamer(tagger: Parameters<typeof namePapers>[1]): Namer {
  return {
    name: async (papers) => namePapers(papers, tagger),
    close: async () => undefined,
  }
}

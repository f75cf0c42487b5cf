/** All papers or units of a corpus, a page at a time, so that memory does not grow with it. */

import type { Paper } from './paper.ts'
import type { CorpusReader, PaperQuery } from './ports.ts'
import type { Unit } from './unit.ts'

// Papers or units read at once. Chosen, not measured.
const PAGE = 256

export async function* allPapers(reader: CorpusReader, query: PaperQuery = {}): AsyncIterable<Paper> {
  for (let after: string | undefined; ; ) {
    const papers = await reader.papers({ ...query, limit: PAGE, ...(after === undefined ? {} : { after }) })
    yield* papers
    after = papers.at(-1)?.id
    if (papers.length < PAGE) return
  }
}

/** In the order of papers and places. */
export async function* allUnits(reader: CorpusReader): AsyncIterable<Unit> {
  for (let after: string | undefined; ; ) {
    const units = await reader.listUnits({ limit: PAGE, ...(after === undefined ? {} : { after }) })
    yield* units
    after = units.at(-1)?.id
    if (units.length < PAGE) return
  }
}

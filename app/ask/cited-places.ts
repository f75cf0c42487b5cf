/** Where the cited units stand in their papers: the text of the page, letter by letter, and its boxes. */
import type { CitedSource } from '../../answer/index.ts'
import { paperText } from '../../corpus/index.ts'
import { type SpanOnPage, spanBoxes } from '../ingest/page-image.ts'
import type { Gloss } from '../wiring/gloss.ts'

export interface Citation extends Omit<CitedSource, 'text'> {
  /** The paper's own text at the span; the unit's text where it has no place. */
  readonly quote: string
  /** By page, a box a line; empty for papers without a layout. */
  readonly boxes: readonly SpanOnPage[]
}

export async function citedPlaces(
  gloss: Gloss,
  corpus: string,
  sources: readonly CitedSource[],
): Promise<Citation[]> {
  const { store } = await gloss.session(corpus)
  const citations: Citation[] = []
  for (const { text, ...source } of sources) {
    const { paper, span } = source
    if (span === null) {
      citations.push({ ...source, quote: text, boxes: [] })
      continue
    }
    const [start, end] = span
    const quote = paperText(await store.pages(paper)).slice(start, end)
    citations.push({ ...source, quote, boxes: await spanBoxes(gloss, { corpus, paper, start, end }) })
  }
  return citations
}

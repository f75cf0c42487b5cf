/** Where the cited units stand in their papers: the text of the page, letter by letter, and its boxes. */
import type { CitedSource } from '../../answer/index.ts'
import { type CorpusReader, paperText } from '../../corpus/index.ts'
import { spanOnPages } from '../ingest/page-image.ts'
import type { Citation } from './answer-shape.ts'

export async function citedPlaces(store: CorpusReader, sources: readonly CitedSource[]): Promise<Citation[]> {
  const citations: Citation[] = []
  for (const { text, reading: _, ...source } of sources) {
    const pages = source.span === null ? [] : await store.pages(source.paper)
    citations.push({
      ...source,
      quote: source.span === null ? text : paperText(pages).slice(...source.span),
      boxes: source.span === null ? [] : spanOnPages(pages, source.span),
    })
  }
  return citations
}

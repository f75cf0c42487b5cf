/** Where the cited units stand in their papers: the text of the page, letter by letter, and its boxes. */
import type { CitedSource } from '../../answer/index.ts'
import { type CorpusReader, doubtfulIn, paperText } from '../../corpus/index.ts'
import { spanOnPages } from '../ingest/page-image.ts'
import type { Citation } from './answer-shape.ts'

export async function citedPlaces(
  store: Pick<CorpusReader, 'pages'>,
  sources: readonly CitedSource[],
): Promise<Citation[]> {
  const citations: Citation[] = []
  for (const { text, reading: _, ...source } of sources) {
    const pages = source.span === null ? [] : await store.pages(source.paper)
    const quote = source.span === null ? text : paperText(pages).slice(...source.span)
    const doubtful = doubtfulIn(quote)
    citations.push({
      ...source,
      quote,
      ...(doubtful.length === 0 ? {} : { doubtful }),
      boxes: source.span === null ? [] : spanOnPages(pages, source.span),
    })
  }
  return citations
}

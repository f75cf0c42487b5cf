/** Where the cited units stand in their papers: the text of the page, letter by letter, and its boxes. */
import type { CitedSource } from '../../answer/index.ts'
import { type CorpusReader, paperText } from '../../corpus/index.ts'
import { type SpanOnPage, spanOnPages } from '../ingest/page-image.ts'

export interface Citation extends Omit<CitedSource, 'text' | 'reading'> {
  /** The paper's own text at the span; the unit's text where it has no place. */
  readonly quote: string
  /** By page, a box a line; empty for papers without a layout. */
  readonly boxes: readonly SpanOnPage[]
}

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

/** Whether a hit is what its paper says: the text of the paper at the hit's place, read again. */
import { pageIndexAt, pageStarts, paperText, type Span } from '../../corpus/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'

export interface ProvenHit {
  /** The paper's own text at the span is the hit's, letter by letter. */
  readonly isVerbatim: boolean
  /** Null for a hit without a place. */
  readonly quote: string | null
  /** From 1; null where the paper has no pages. */
  readonly page: number | null
  readonly paths: readonly string[]
}

/** Throws `PAPER_NOT_FOUND`. */
export async function proveHit(
  session: CorpusSession,
  { paper, text, span }: { readonly paper: string; readonly text: string; readonly span: Span | null },
): Promise<ProvenHit> {
  const { id, paths } = await session.paper(paper)
  if (span === null) return { isVerbatim: false, quote: null, page: null, paths }
  const pages = await session.store.pages(id)
  const quote = paperText(pages).slice(...span)
  const page = pages[pageIndexAt(pageStarts(pages), span[0])]?.number ?? null
  return { isVerbatim: quote === text && quote !== '', quote, page, paths }
}

/** Checks a hit against its paper by reading the text at the hit's place again. */
import { pageIndexAt, pageStarts, paperText, type Span } from '../../corpus/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'

/** Checks a hit. Throws `PAPER_NOT_FOUND`. */
export async function proveHit(
  session: CorpusSession,
  { paper, text, span }: { readonly paper: string; readonly text: string; readonly span: Span | null },
) {
  const { id, paths } = await session.paper(paper)
  if (span === null) return { isVerbatim: false, quote: null, page: null, paths }
  const pages = await session.store.pages(id)
  const quote = paperText(pages).slice(...span)
  const page = pages[pageIndexAt(pageStarts(pages), span[0])]?.number ?? null
  return { isVerbatim: quote === text && quote !== '', quote, page, paths }
}

/** Exports one paper for reference managers. */
import { findPaper } from '../wiring/find-by-name.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { catalogueText, type ReferenceFormat } from './export-corpus.ts'

/**
 * Returns a paper as in an export of the whole corpus, but without the letter that keeps keys distinct and without the path of its file,
 * which other people do not have. Throws `PAPER_NOT_FOUND`.
 */
export async function citePaper(
  gloss: Gloss,
  asked: { readonly corpus?: string | undefined; readonly paper: string; readonly format: ReferenceFormat },
): Promise<string> {
  const { store } = await gloss.session(asked.corpus)
  let entry = ''
  const papers = [await findPaper(store, asked.paper)]
  for await (const part of catalogueText(papers, asked.format, { withFile: false })) entry += part
  return entry
}

/** One paper as reference managers read it. */
import { findPaper } from '../wiring/find-by-name.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { catalogueText, type ReferenceFormat } from './export-corpus.ts'

/** The same entry that an export of the whole corpus has, but for the letter that keeps keys apart. Throws `PAPER_NOT_FOUND`. */
export async function citePaper(
  gloss: Gloss,
  asked: { readonly corpus?: string | undefined; readonly paper: string; readonly format: ReferenceFormat },
): Promise<string> {
  const { store } = await gloss.session(asked.corpus)
  let entry = ''
  for await (const part of catalogueText([await findPaper(store, asked.paper)], asked.format)) entry += part
  return entry
}

/** The functions that published prompts promise to code in the interpreter, over one corpus. */
import type { GuestFunctions } from '../tools/index.ts'
import type { Gloss } from './gloss.ts'

/** Units a query is answered with: Table A2 of the published appendix (`query_top_k`). */
export const SEARCH_K = 3

/** The texts of the units found, best first; none for a blank query. */
export async function searchTexts(
  gloss: Gloss,
  { query, corpus, k = SEARCH_K }: { readonly query: string; readonly corpus?: string; readonly k?: number },
  signal: AbortSignal,
): Promise<string[]> {
  if (query.trim() === '') return []
  const session = await gloss.session(corpus)
  const { hits } = await session.retrieve({ query, k }, signal)
  return hits.map(({ text }) => text)
}

export function publishedFunctions(gloss: Gloss, corpus?: string): GuestFunctions {
  const named = corpus === undefined ? {} : { corpus }
  return {
    search_local_documents: {
      parameters: ['query'],
      call: ([query = ''], signal) => searchTexts(gloss, { query, ...named }, signal),
    },
  }
}

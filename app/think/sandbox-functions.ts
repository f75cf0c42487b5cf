/** The functions that published prompts promise to code in the interpreter, over one corpus. */
import { type GuestFunctions, parseLink, searchWeb } from '../../tools/index.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { openPageReading, openSearch } from '../wiring/web-tools.ts'

/** Units a query is answered with: Table A2 of the published appendix (`query_top_k`). */
const SEARCH_K = 3

export interface TextQuery {
  readonly query: string
  readonly corpus?: string
  readonly k?: number
}

/** The texts of the units found, best first; none for a blank query. */
export async function searchTexts(
  gloss: Gloss,
  { query, corpus, k = SEARCH_K }: TextQuery,
  signal: AbortSignal,
): Promise<string[]> {
  if (query.trim() === '') return []
  const session = await gloss.session(corpus)
  const { hits } = await session.retrieve({ query, k }, signal)
  return hits.map(({ text }) => text)
}

/** A `web_search` without an engine finds nothing; a `web_parse` without a chat model gives the best passages. */
export function sandboxFunctions(gloss: Gloss, corpus?: string): GuestFunctions {
  const named = corpus === undefined ? {} : { corpus }
  const engine = openSearch(gloss.config)
  const reading = openPageReading(gloss)
  return {
    search_local_documents: {
      parameters: ['query'],
      call: ([query = ''], signal) => searchTexts(gloss, { query, ...named }, signal),
    },
    web_search: {
      parameters: ['keywords'],
      call: ([keywords = ''], signal) => searchWeb(engine, keywords, signal),
    },
    web_parse: {
      parameters: ['link', 'query'],
      call: ([link = '', query = ''], signal) => parseLink(link, query, reading, signal),
    },
  }
}

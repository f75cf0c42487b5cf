/** Provides the functions that published prompts promise to code in the interpreter. */
import type { Ledger } from '../../models/index.ts'
import { type GuestFunctions, parseLink, searchWeb } from '../../tools/index.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { openPageReading, openSearch } from '../wiring/web-tools.ts'

export interface SandboxSurroundings {
  /** Returns the texts for a query, best first. */
  readonly search: (query: string, signal: AbortSignal) => Promise<readonly string[]>
  /** Counts model calls for reading web pages. */
  readonly ledger?: Ledger | undefined
}

/** Returns the functions. `web_search` without an engine finds nothing; `web_parse` without a chat model returns the best passages. */
export function sandboxFunctions(gloss: Gloss, { search, ledger }: SandboxSurroundings): GuestFunctions {
  const engine = openSearch(gloss.config)
  const reading = openPageReading(gloss, ledger)
  return {
    search_local_documents: { parameters: ['query'], call: ([query = ''], signal) => search(query, signal) },
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

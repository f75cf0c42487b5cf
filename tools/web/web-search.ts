/** `web_search(keywords)`: the hits of a search engine in the published form, or an empty list. Never throws expected errors. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isGlossError } from '../../core/index.ts'
import type { SearchResult, WebSearch } from './ports.ts'

/** An answer of SerpAPI without its metadata. */
export interface FoundPages {
  readonly organic_results: readonly SearchResult[]
}

export interface SearchPace {
  readonly tries: number
  readonly pauseMs: number
  readonly timeoutMs: number
}

// As published: one try and three retries, a second apart, ten seconds each.
const PUBLISHED_PACE: SearchPace = { tries: 4, pauseMs: 1_000, timeoutMs: 10_000 }

/** Searches the web. No results count as a failure, as published. */
export async function searchWeb(
  engine: WebSearch | null,
  keywords: string,
  signal: AbortSignal,
  { tries, pauseMs, timeoutMs }: SearchPace = PUBLISHED_PACE,
): Promise<FoundPages | readonly never[]> {
  if (engine === null || keywords.trim() === '') return []
  for (let tried = 1; tried <= tries; tried++) {
    const found = await attempt(engine, keywords, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
    signal.throwIfAborted()
    if (found.length > 0) return { organic_results: found }
    if (tried < tries) await sleep(pauseMs, undefined, { signal })
  }
  return []
}

async function attempt(
  engine: WebSearch,
  keywords: string,
  signal: AbortSignal,
): Promise<readonly SearchResult[]> {
  try {
    return await engine.search(keywords, signal)
  } catch (error) {
    if (isGlossError(error, 'SEARCH_FAILED')) return []
    throw error
  }
}

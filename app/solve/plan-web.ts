/** May a run's agents search the web? Decided once, when it starts, and written in its plan: a run is resumed with the prompts that it began with. */
import type { Config } from '../config/config.ts'
import { openSearch } from '../wiring/web-tools.ts'

export interface PlannedWeb<Settings> {
  readonly settings: Settings
  /** What was wished for and cannot be had, for whoever started the run. */
  readonly notices: readonly string[]
}

export const NO_ENGINE_NOTICE =
  'Web search was asked for, but no search engine is configured: agents get neither web_search nor web_parse. Set GLOSS_SEARCH_URL, GLOSS_BRAVE_KEY or GLOSS_SERP_KEY.'

/**
 * Without a search engine agents are promised neither function: `web_search` would find nothing, and `web_parse` needs a link that only a
 * search gives. `wished` are the settings as they were given, before defaults.
 */
export function planWeb<Settings>(
  settings: Settings,
  wished: Readonly<Record<string, unknown>>,
  config: Config,
): PlannedWeb<Settings> {
  if (openSearch(config) !== null) return { settings, notices: [] }
  return {
    settings: { ...settings, searchesWeb: false },
    notices: wished['searchesWeb'] === true ? [NO_ENGINE_NOTICE] : [],
  }
}

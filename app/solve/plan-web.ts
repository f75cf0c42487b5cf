/** Decides whether a run's agents can search the web. Decided once and kept in the plan, so that a resumed run has the same prompts. */
import { DEFAULT_PATTERN, type PatternDefinition, patternNamed } from '../../solver/index.ts'
import type { Config } from '../config/config.ts'
import { openSearch } from '../wiring/web-tools.ts'

export const NO_ENGINE_NOTICE =
  'Web search was requested, but no search engine is configured: agents get neither web_search nor web_parse. Set GLOSS_SEARCH_URL, GLOSS_BRAVE_KEY or GLOSS_SERP_KEY.'

/** Returns only the notices, for a set of runs with the same settings. */
export function webNotices(
  pattern: string | undefined,
  requested: Readonly<Record<string, unknown>>,
  config: Config,
): readonly string[] {
  return planWeb(patternNamed(pattern ?? DEFAULT_PATTERN), {}, requested, config).notices
}

/**
 * Removes both functions from agents without a search engine: `web_search` would find nothing, and `web_parse` needs links, which only a
 * search gives. `requested` are the settings as they were given, before defaults.
 */
export function planWeb<Settings extends object>(
  { needsSearchEngine }: Pick<PatternDefinition, 'needsSearchEngine'>,
  settings: Settings,
  requested: Readonly<Record<string, unknown>>,
  config: Config,
) {
  if (!needsSearchEngine || openSearch(config) !== null) return { settings, notices: [] }
  return {
    settings: { ...settings, searchesWeb: false },
    /** Notices about what was requested and is not available. */
    notices: requested['searchesWeb'] === true ? [NO_ENGINE_NOTICE] : [],
  }
}

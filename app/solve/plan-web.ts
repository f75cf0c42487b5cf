/** Whether a run's agents can search the web: decided once, when the run starts, and kept in its plan, so that a resumed run has the same prompts. */
import { DEFAULT_PATTERN, type PatternDefinition, patternNamed } from '../../solver/index.ts'
import type { Config } from '../config/config.ts'
import { openSearch } from '../wiring/web-tools.ts'

export interface PlannedWeb<Settings> {
  readonly settings: Settings
  /** What was requested and is not available, for those who started the run. */
  readonly notices: readonly string[]
}

export const NO_ENGINE_NOTICE =
  'Web search was requested, but no search engine is configured: agents get neither web_search nor web_parse. Set GLOSS_SEARCH_URL, GLOSS_BRAVE_KEY or GLOSS_SERP_KEY.'

/** The notices alone, for a set of runs with the same settings. */
export function webNotices(
  pattern: string | undefined,
  requested: Readonly<Record<string, unknown>>,
  config: Config,
): readonly string[] {
  return planWeb(patternNamed(pattern ?? DEFAULT_PATTERN), {}, requested, config).notices
}

/**
 * Without a search engine agents get neither function: `web_search` would find nothing, and `web_parse` needs links, which only a search
 * gives. `requested` are the settings as they were given, before defaults.
 */
export function planWeb<Settings extends object>(
  { needsSearchEngine }: Pick<PatternDefinition, 'needsSearchEngine'>,
  settings: Settings,
  requested: Readonly<Record<string, unknown>>,
  config: Config,
): PlannedWeb<Settings> {
  if (!needsSearchEngine || openSearch(config) !== null) return { settings, notices: [] }
  return {
    settings: { ...settings, searchesWeb: false },
    notices: requested['searchesWeb'] === true ? [NO_ENGINE_NOTICE] : [],
  }
}

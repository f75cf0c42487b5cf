export { formatResult } from './sandbox/format-result.ts'
export {
  type CodeResult,
  type CodeRunner,
  type CodeSession,
  DEFAULT_TIMEOUT_MS,
  type GuestFunction,
  type GuestFunctions,
  type RunOptions,
} from './sandbox/index.ts'
export {
  type FetchedPage,
  type FoundPages,
  type PageFetcher,
  type PageReading,
  type PageText,
  type ParsedPage,
  parseLink,
  type SearchResult,
  searchWeb,
  type WebSearch,
} from './web/index.ts'

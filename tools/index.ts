export { formatResult, jsonResult } from './sandbox/format-result.ts'
export {
  type CodeResult,
  type CodeRunner,
  type CodeSession,
  DEFAULT_TIMEOUT_MS,
  type GuestFunctions,
} from './sandbox/ports.ts'
export { bestPassages, type Passages } from './web/passages.ts'
export type { PageContents, PageFetcher, PageText, WebSearch } from './web/ports.ts'
export { isUnreadLink, unreadLink } from './web/unread-link.ts'
export { linkedText, type PageReading, parseLink } from './web/web-parse.ts'
export { searchWeb } from './web/web-search.ts'

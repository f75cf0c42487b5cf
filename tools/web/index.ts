export { checkedLink, isWebName, type LinkRules, refused, WEB_PORTS } from './links.ts'
export type { FetchedPage, PageFetcher, PageLink, PageText, SearchResult, WebSearch } from './ports.ts'
export { isPublicAddress } from './public-addresses.ts'

/** The web as code and models may use it. Adapters live in ../adapters. */

import type { Passages } from './passages.ts'

/** A page or file as it came from its server. */
export interface FetchedPage {
  /** Where it was found, after redirects. */
  readonly link: string
  readonly kind: 'html' | 'text' | 'pdf'
  readonly bytes: Uint8Array
  /** As the server names it; null where it does not. */
  readonly charset: string | null
}

/** Gets pages from the public web. */
export interface PageFetcher {
  /** Throws `LINK_REFUSED` for a link that may not be followed, `LINK_FAILED` where no page comes. */
  fetch(link: string, signal: AbortSignal): Promise<FetchedPage>
}

/** A link of a page with the words that it is set in. */
export interface PageLink {
  readonly url: string
  readonly text: string
}

/** What an HTML page holds. */
export interface PageContents {
  readonly text: string
  /** Absolute links with their words, in the order of the page. */
  readonly links: readonly PageLink[]
}

/** Extracts the text of pages, where a hostile one does no harm. Throws `LINK_FAILED` for a page that takes too much. */
export interface PageText {
  html(html: string, base: string, signal: AbortSignal): Promise<PageContents>
  /** `bestPassages` of a text. */
  passages(text: string, question: string, maxWords: number, signal: AbortSignal): Promise<Passages>
  /** The text of all its pages; null where the file cannot be read. */
  pdf(bytes: Uint8Array, signal: AbortSignal): Promise<string | null>
}

/** One hit of a search engine; `position` from 1. */
export interface SearchResult {
  readonly position: number
  readonly title: string
  readonly link: string
  readonly snippet: string
}

/** A search engine of the web. */
export interface WebSearch {
  readonly name: string
  /** Up to ten results. Throws `SEARCH_FAILED`. */
  search(keywords: string, signal: AbortSignal): Promise<readonly SearchResult[]>
}

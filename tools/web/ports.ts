/** The web for code and models. Adapters are in ../adapters. */

import type { Passages } from './passages.ts'

/** A page or file as its server sent it. */
export interface FetchedPage {
  /** Address after redirects. */
  readonly link: string
  readonly kind: 'html' | 'text' | 'pdf'
  readonly bytes: Uint8Array
  /** Charset named by the server; null if it names none. */
  readonly charset: string | null
}

/** Fetches pages from the public web. */
export interface PageFetcher {
  /** Fetches a page. Throws `LINK_REFUSED` for a link that may not be followed, `LINK_FAILED` if there is no page. */
  fetch(link: string, signal: AbortSignal): Promise<FetchedPage>
}

/** A link of a page with its words. */
export interface PageLink {
  readonly url: string
  readonly text: string
}

/** Contents of an HTML page. */
export interface PageContents {
  readonly text: string
  /** Absolute links with their words, in the order of the page. */
  readonly links: readonly PageLink[]
}

/** Extracts the text of pages in a way that hostile pages cannot harm. Throws `LINK_FAILED` for a page that takes too much. */
export interface PageText {
  html(html: string, base: string, signal: AbortSignal): Promise<PageContents>
  /** Returns the `bestPassages` of a text. */
  passages(text: string, question: string, maxWords: number, signal: AbortSignal): Promise<Passages>
  /** Returns the text of all pages of a PDF; null if the file cannot be read. */
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
  /** Returns up to ten results. Throws `SEARCH_FAILED`. */
  search(keywords: string, signal: AbortSignal): Promise<readonly SearchResult[]>
}

/** The web as code and models may use it. Adapters live in ../adapters. */

export interface FetchedPage {
  /** Where it was found, after redirects. */
  readonly link: string
  readonly kind: 'html' | 'text' | 'pdf'
  readonly bytes: Uint8Array
  /** As the server names it; null where it does not. */
  readonly charset: string | null
}

export interface PageFetcher {
  /** Throws `LINK_REFUSED` for what may not be asked, `LINK_FAILED` for what did not answer with a page. */
  fetch(link: string, signal: AbortSignal): Promise<FetchedPage>
}

export interface PageLink {
  readonly url: string
  readonly text: string
}

/** How the text of a page is got out of it. */
export interface PageText {
  html(html: string): string
  /** Absolute links with their words, in the order of the page. */
  links(html: string, base: string): readonly PageLink[]
  /** Null where the file cannot be read. */
  pdf(bytes: Uint8Array, signal: AbortSignal): Promise<string | null>
}

export interface SearchResult {
  readonly position: number
  readonly title: string
  readonly link: string
  readonly snippet: string
}

/** Somebody's search engine. */
export interface WebSearch {
  readonly name: string
  /** Ten at the most. Throws `SEARCH_FAILED`. */
  search(keywords: string, signal: AbortSignal): Promise<readonly SearchResult[]>
}

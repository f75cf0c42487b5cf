/** An internet of a few pages. */
import { GlossError } from '../../core/index.ts'
import type { FetchedPage, PageFetcher } from '../../tools/web/ports.ts'

export type KeptPage = Pick<FetchedPage, 'kind'> & { readonly text: string; readonly charset?: string }

export function fetcherOf(
  pages: Readonly<Record<string, KeptPage>>,
): PageFetcher & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    async fetch(link) {
      asked.push(link)
      const page = pages[link]
      if (page === undefined)
        throw new GlossError('LINK_FAILED', `${link} could not be read: it answers 404.`)
      return { link, kind: page.kind, charset: page.charset ?? null, bytes: Buffer.from(page.text, 'latin1') }
    },
  }
}

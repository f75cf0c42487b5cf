/** Addresses under which the page of this server shows a source with its sentence marked. */
import type { FastifyRequest } from 'fastify'
import type { RetrievedFirst } from '../../app/index.ts'

type Source = RetrievedFirst['sources'][number]

const CHARACTERS_SHOWN = 200

export interface PageLinks {
  of(source: Source): string
}

/** Under the name by which the client reached the server. */
export function createPageLinks({ protocol, host }: FastifyRequest, corpus: string): PageLinks {
  return {
    of({ unit, paper, text, page, span }) {
      const place = new URLSearchParams({
        corpus,
        unit,
        paper,
        ...(page === null ? {} : { page: String(page) }),
        ...(span === null ? {} : { start: String(span[0]), end: String(span[1]) }),
        // What is to be seen there; the search view, too, shows it with its page.
        q: text.replace(/\s+/g, ' ').slice(0, CHARACTERS_SHOWN),
      })
      return `${protocol}://${host}/#/page?${place}`
    },
  }
}

/** Addresses under which the page of this server shows a source's paper, its place marked on the printed page. */
import type { FastifyRequest } from 'fastify'
import type { RetrievedFirst } from '../../app/ask/index.ts'

type Source = RetrievedFirst['sources'][number]

export interface PageLinks {
  of(source: Source): string
}

/** Under the name by which the client reached the server. */
export function createPageLinks({ protocol, host }: FastifyRequest, corpus: string): PageLinks {
  return {
    of({ unit, paper, span }) {
      const place = new URLSearchParams({
        corpus,
        id: paper,
        unit,
        ...(span === null ? {} : { start: String(span[0]), end: String(span[1]) }),
      })
      return `${protocol}://${host}/#/paper?${place}`
    },
  }
}

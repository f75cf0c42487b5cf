/** A Crossref and an OpenAlex on one address, that answer what a test tells them to; an answer of null is never sent. */
import { openLoopback } from './loopback.ts'

export interface CatalogueReply {
  readonly status?: number
  readonly body?: unknown
  /** Sent instead of `body`, as it is. */
  readonly text?: string
}

/** `reply` gets the address asked, such as `/crossref/works/10.1234%2Fabc`. */
export async function openCatalogueServer(reply: (url: URL) => CatalogueReply | null) {
  const asked: string[] = []
  const server = await openLoopback((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    asked.push(url.pathname)
    const answer = reply(url)
    if (answer === null) return
    const { status = 200, body = {}, text = JSON.stringify(body) } = answer
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
  return {
    ...server,
    crossrefUrl: `${server.origin}/crossref`,
    openalexUrl: `${server.origin}/openalex`,
    asked,
  }
}

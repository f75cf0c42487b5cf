/** Fakes Crossref and OpenAlex at one address, with answers chosen by a test. A request whose answer is null is left open. */
import { openLoopback } from './loopback.ts'

export interface CatalogueReply {
  readonly status?: number
  readonly body?: unknown
  /** Raw text sent in place of `body`. */
  readonly text?: string
}

/** Starts the server. `reply` is given the requested address, such as `/crossref/works/10.1234%2Fabc`. */
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

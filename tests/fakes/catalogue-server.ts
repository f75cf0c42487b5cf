/** A Crossref and an OpenAlex on one address, that answer what a test tells them to; an answer of null is never sent. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CatalogueReply {
  readonly status?: number
  readonly body?: unknown
  /** Sent instead of `body`, as it is. */
  readonly text?: string
}

/** `reply` gets the address asked, such as `/crossref/works/10.1234%2Fabc`. */
export async function openCatalogueServer(reply: (url: URL) => CatalogueReply | null) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    asked.push(url.pathname)
    const answer = reply(url)
    if (answer === null) return
    const { status = 200, body = {}, text = JSON.stringify(body) } = answer
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    crossrefUrl: `${origin}/crossref`,
    openalexUrl: `${origin}/openalex`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

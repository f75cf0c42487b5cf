/** A scripted server of token vectors on loopback, as vLLM's `/pooling` and as Jina's `/multi-vector`: a row for each word, hashed. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface TokenVectorsServer {
  readonly url: string
  readonly bodies: readonly Readonly<Record<string, unknown>>[]
  /** What it answers the next request with instead. */
  answerNext(body: unknown): void
  close(): Promise<void>
}

const WIDTH = 4

export async function startTokenVectorsServer(): Promise<TokenVectorsServer> {
  const bodies: Record<string, unknown>[] = []
  const scripted: unknown[] = []
  const server = createServer((request, response) => {
    void text(request).then((json) => {
      const body = JSON.parse(json) as { input: string[] }
      bodies.push(body)
      const name = request.url?.endsWith('/multi-vector') ? 'embeddings' : 'data'
      // Last text first: a client must go by `index`.
      const data = body.input.map((one, index) => ({ index, [name]: rowsOf(one) })).reverse()
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(scripted.shift() ?? { data, usage: { prompt_tokens: body.input.length } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    bodies,
    answerNext: (body) => void scripted.push(body),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function rowsOf(words: string): number[][] {
  return words
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const row = new Array<number>(WIDTH).fill(1)
      for (const character of word) row[character.codePointAt(0)! % WIDTH]! += 1
      return row
    })
}

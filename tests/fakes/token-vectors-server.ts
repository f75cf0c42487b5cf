/** A scripted loopback server of token vectors, like vLLM's `/pooling` and Jina's `/multi-vector`: a hashed row for each word. */
import { json } from 'node:stream/consumers'
import { openLoopback } from './loopback.ts'

export interface TokenVectorsServer {
  readonly url: string
  readonly bodies: readonly Readonly<Record<string, unknown>>[]
  /** Answers the next request with `body` instead. */
  answerNext(body: unknown): void
  close(): Promise<void>
}

const WIDTH = 4

export async function startTokenVectorsServer(): Promise<TokenVectorsServer> {
  const bodies: Record<string, unknown>[] = []
  const scripted: unknown[] = []
  const server = await openLoopback(async (request, response) => {
    const body = (await json(request)) as { input: string[] }
    bodies.push(body)
    const name = request.url?.endsWith('/multi-vector') ? 'embeddings' : 'data'
    // In reverse order: a client must use `index`.
    const data = body.input.map((one, index) => ({ index, [name]: rowsOf(one) })).reverse()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(scripted.shift() ?? { data, usage: { prompt_tokens: body.input.length } }))
  })
  return {
    url: `${server.origin}/v1`,
    bodies,
    answerNext: (body) => void scripted.push(body),
    close: server.close,
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

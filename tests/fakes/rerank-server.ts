/** A scripted rerank server on loopback: a text's score is the share of the question's words in it, so expected answers can be computed. */
import type { ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { openLoopback } from './loopback.ts'

/** What the server does instead of answering the next request; used up in order. */
export type RerankMishap =
  | { readonly kind: 'status'; readonly status: number; readonly message?: string }
  | { readonly kind: 'body'; readonly body: string }
  /** Sends a changed form of the results. */
  | { readonly kind: 'changed'; readonly change: (results: RerankResult[]) => unknown }
  /** Closes the connection in the middle of the answer. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'hang' }

export interface RerankResult {
  index: number
  relevance_score: number
}

export interface RerankRequest {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}

export interface RerankServer {
  readonly url: string
  readonly requests: readonly RerankRequest[]
  fail(...mishaps: readonly RerankMishap[]): void
  close(): Promise<void>
}

/** Starts the server. `isTei`: in the form of Text Embeddings Inference, with a field `texts` and a list of `score`s. */
export async function startRerankServer({ isTei = false } = {}): Promise<RerankServer> {
  const requests: RerankRequest[] = []
  const mishaps: RerankMishap[] = []
  const server = await openLoopback(async (request, response) => {
    const body = (await json(request)) as Record<string, unknown>
    requests.push({ path: request.url ?? '', authorization: request.headers.authorization, body })
    const mishap = mishaps.shift()
    if (mishap === undefined) (isTei ? answerAsTei : answerAsCohere)(response, body)
    else if (mishap.kind !== 'hang') misanswer(response, body, mishap)
  })
  return {
    url: `${server.origin}/v1`,
    requests,
    fail: (...more) => void mishaps.push(...more),
    close: server.close,
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function answerAsCohere(response: ServerResponse, body: Readonly<Record<string, unknown>>): void {
  const results = resultsFor(String(body['query']), body['documents'] as string[])
  send(response, 200, { results, usage: { prompt_tokens: 7 * results.length } })
}

function misanswer(
  response: ServerResponse,
  body: Readonly<Record<string, unknown>>,
  mishap: Exclude<RerankMishap, { kind: 'hang' }>,
): void {
  if (mishap.kind === 'cut') {
    response.writeHead(200, { 'content-length': '1000' }).write('{"results": [{"index": 0, ')
    setImmediate(() => response.destroy())
  } else if (mishap.kind === 'status')
    send(response, mishap.status, { message: mishap.message ?? 'scripted' })
  else if (mishap.kind === 'body') response.writeHead(200).end(mishap.body)
  else send(response, 200, mishap.change(resultsFor(String(body['query']), body['documents'] as string[])))
}

function answerAsTei(response: ServerResponse, body: Readonly<Record<string, unknown>>): void {
  if (!Array.isArray(body['texts'])) {
    response
      .writeHead(422)
      .end('Failed to deserialize the JSON body into the target type: missing field `texts`')
    return
  }
  const results = resultsFor(String(body['query']), body['texts'] as string[])
  send(
    response,
    200,
    results.map(({ index, relevance_score }) => ({ index, score: relevance_score })),
  )
}

/** Returns the results best first, as servers do: a client must use `index`. */
function resultsFor(query: string, texts: readonly string[]): RerankResult[] {
  const asked = wordsOf(query)
  return texts
    .map((text, index) => {
      const has = wordsOf(text)
      const shared = [...asked].filter((word) => has.has(word)).length
      return { index, relevance_score: shared / Math.max(1, asked.size) }
    })
    .sort((a, b) => b.relevance_score - a.relevance_score)
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[a-z]+/g) ?? [])
}

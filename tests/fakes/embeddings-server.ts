/** A scripted OpenAI-compatible `/embeddings` server on loopback. It hashes words into vectors, so equal texts have equal vectors. */
import type { ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { openLoopback } from './loopback.ts'

export const FAKE_DIMS = 16

/** What the server does with the next request instead of answering it; used up in order. */
export type Mishap =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly retryAfterSeconds?: number
      readonly message?: string
    }
  | { readonly kind: 'body'; readonly body: string }
  | { readonly kind: 'hang' }

export interface EmbeddingsRequest {
  readonly input: readonly string[]
  readonly atMs: number
  /** Reported count; 0 if the request was refused or the server does not count. */
  readonly promptTokens: number
}

export interface EmbeddingsServer {
  readonly url: string
  /** Texts of every request that was answered or refused, in order of arrival. */
  readonly requests: readonly EmbeddingsRequest[]
  /** Queues mishaps for the next requests. */
  fail(...mishaps: readonly Mishap[]): void
  close(): Promise<void>
}

interface ServerOptions {
  readonly counts?: boolean
  readonly vectorOf?: (text: string) => number[]
}

export async function startEmbeddingsServer({
  counts = false,
  vectorOf = hashed,
}: ServerOptions = {}): Promise<EmbeddingsServer> {
  const requests: EmbeddingsRequest[] = []
  const mishaps: Mishap[] = []
  const server = await openLoopback(async (request, response) => {
    const { input } = (await json(request)) as { input: string[] }
    const mishap = mishaps.shift()
    const promptTokens = counts && mishap === undefined ? input.join(' ').split(/\s+/).length : 0
    requests.push({ input, atMs: performance.now(), promptTokens })
    answer(response, { input, promptTokens, vectorOf }, mishap)
  })
  return {
    url: `${server.origin}/v1`,
    requests,
    fail: (...more) => void mishaps.push(...more),
    close: server.close,
  }
}

function answer(
  response: ServerResponse,
  {
    input,
    promptTokens,
    vectorOf,
  }: Pick<EmbeddingsRequest, 'input' | 'promptTokens'> & Required<Pick<ServerOptions, 'vectorOf'>>,
  mishap: Mishap | undefined,
): void {
  if (mishap?.kind === 'hang') return
  if (mishap?.kind === 'status') {
    if (mishap.retryAfterSeconds !== undefined) response.setHeader('retry-after', mishap.retryAfterSeconds)
    response
      .writeHead(mishap.status)
      .end(JSON.stringify({ error: { message: mishap.message ?? 'scripted' } }))
    return
  }
  // In reverse order: a client must use `index`, not the position.
  const data = input
    .map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }))
    .reverse()
  response.writeHead(200, { 'content-type': 'application/json' })
  const usage = { prompt_tokens: promptTokens, total_tokens: promptTokens }
  response.end(mishap?.body ?? JSON.stringify({ object: 'list', data, usage }))
}

function hashed(text: string): number[] {
  const vector = new Array<number>(FAKE_DIMS).fill(0.5)
  for (const character of text) {
    const code = character.codePointAt(0)!
    vector[code % FAKE_DIMS]! += 1 + (code % 7)
  }
  return vector
}

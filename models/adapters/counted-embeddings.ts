/** Requests embeddings with the OpenAI client and counts each attempt, because the client retries internally. */
import type OpenAI from 'openai'
import { askServer, systemClock } from '../../core/index.ts'
import { isPlausibleCount } from '../chat/plausible-usage.ts'
import type { ChatUsage, LedgerCall } from '../ports.ts'
import { estimateTokens } from '../token-estimate.ts'

/** Role of embedders in ledgers. */
const ROLE = 'embedder'
// A batch has 64 texts: with 4,096 numbers of 20 digits each, 5 MB. Chosen, not measured.
const MAX_BYTES = 16_000_000
const NO_USAGE: ChatUsage = { promptTokens: 0, completionTokens: 0, estimated: false }

interface EmbeddingsRequest {
  readonly model: string
  readonly input: string[]
  readonly signal: AbortSignal | undefined
  /** Limit of one attempt, including its answer. */
  readonly timeoutMs: number
}

/**
 * Requests embeddings. Tokens are the server's count, else an estimate marked as one. A refused attempt counts none; one that was aborted
 * or timed out, or whose answer could not be read, may be billed and is estimated. Throws what the client throws.
 */
export async function countedEmbeddings(
  client: OpenAI,
  { model, input, signal, timeoutMs }: EmbeddingsRequest,
  count: (call: LedgerCall) => void,
): Promise<OpenAI.CreateEmbeddingResponse> {
  let startedMs = systemClock.nowMs()
  let isAnswered = false

  function end(usage: ChatUsage, isFailed: boolean): void {
    isAnswered = false
    const seconds = (systemClock.nowMs() - startedMs) / 1_000
    count({ role: ROLE, model, usage, seconds, isFailed })
  }

  const attempt: typeof fetch = async (url, init) => {
    startedMs = systemClock.nowMs()
    try {
      const answer = await answerTo(String(url), init, timeoutMs)
      isAnswered = answer.ok
      if (!answer.ok) end(NO_USAGE, true)
      return answer
    } catch (error) {
      end(init?.signal?.aborted === true ? estimated(input) : NO_USAGE, true)
      throw error
    }
  }

  try {
    const answer = await client.withOptions({ fetch: attempt }).embeddings.create(
      // By default the client asks for base64, which not every server supports.
      { model, input, encoding_format: 'float' },
      signal === undefined ? {} : { signal },
    )
    end(usageOf(answer) ?? estimated(input), false)
    return answer
  } catch (error) {
    if (isAnswered) end(estimated(input), true)
    throw error
  }
}

/** Returns null if the server gives no count, or an impossible one. */
function usageOf(answer: { readonly usage?: { readonly prompt_tokens?: unknown } }): ChatUsage | null {
  const promptTokens = answer.usage?.prompt_tokens
  if (typeof promptTokens !== 'number' || promptTokens === 0 || !isPlausibleCount(promptTokens)) return null
  return { promptTokens, completionTokens: 0, estimated: false }
}

function estimated(input: readonly string[]): ChatUsage {
  const promptTokens = input.reduce((sum, text) => sum + estimateTokens(text), 0)
  return { promptTokens, completionTokens: 0, estimated: true }
}

/** Sends a request for the OpenAI client in place of the global `fetch`. */
async function answerTo(url: string, init: RequestInit = {}, totalMs: number): Promise<Response> {
  const { status, headers, body } = await askServer(url, {
    method: init.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
    body: typeof init.body === 'string' ? init.body : null,
    signal: init.signal ?? new AbortController().signal,
    limits: { maxBytes: MAX_BYTES, totalMs },
  })
  return new Response(ReadableStream.from(body), { status, headers })
}

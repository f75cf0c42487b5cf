/** Vectors from any server that speaks the OpenAI `/embeddings` protocol. */
import type OpenAI from 'openai'
import { askServer, GlossError, importFeature, mapOrdered, systemClock } from '../../core/index.ts'
import { isPlausibleCount } from '../chat/plausible-usage.ts'
import type { ChatUsage, Embedder, LedgerCall } from '../ports.ts'
import { estimateTokens } from '../token-estimate.ts'
import { withoutKey } from './openai-failures.ts'

const DEFAULTS = {
  batchTexts: 64,
  concurrentRequests: 4,
  timeoutMs: 60_000,
  maxRetries: 4,
  // Some 2,000 tokens of English, the smallest window among the hosted models in wide use. Chosen, not measured.
  maxCharacters: 8_000,
}

interface OpenAiEmbedderOptions {
  /** The address that `/embeddings` is added to, such as `http://127.0.0.1:8080/v1`. */
  readonly url: string
  readonly model: string
  readonly key?: string | undefined
  readonly batchTexts?: number
  readonly concurrentRequests?: number
  /** Of one attempt. */
  readonly timeoutMs?: number
  /** After connection errors, 408, 409, 429 and 5xx; `Retry-After` is obeyed, else the wait doubles from half a second. */
  readonly maxRetries?: number
  /** Longer texts are cut here, because servers refuse what is over their window. */
  readonly maxCharacters?: number
}

/** Asks the server once, to learn the width; the first ledger that is embedded with counts that request, too. Throws `MODEL_UNAVAILABLE` after its retries. */
export async function openOpenAiEmbedder(options: OpenAiEmbedderOptions): Promise<Embedder> {
  const settings = { ...DEFAULTS, ...options }
  const client = await openClient(settings)
  const unbooked: LedgerCall[] = []
  const [probe] = await request(client, settings, {
    input: ['width'],
    count: (call) => void unbooked.push(call),
  })
  const dims = probe!.length

  async function embedSome(
    texts: readonly string[],
    signal: AbortSignal | undefined,
    count: Count,
  ): Promise<Float32Array[]> {
    const asked = texts.flatMap((text, i) => (text.trim() === '' ? [] : [i]))
    const vectors: Float32Array[] = texts.map(() => new Float32Array(dims))
    if (asked.length === 0) return vectors
    const input = asked.map((i) => texts[i]!.slice(0, settings.maxCharacters))
    const given = await request(client, settings, { input, signal, count })
    given.forEach((values, at) => {
      if (values.length !== dims)
        throw new GlossError('MODEL_ANSWER_INVALID', `A vector has ${values.length} dimensions, not ${dims}`)
      vectors[asked[at]!] = toUnit(values)
    })
    return vectors
  }

  return {
    id: `openai:${new URL(settings.url).host}:${settings.model}:${dims}`,
    dims,
    model: settings.model,
    async embed(texts, signal, ledger) {
      signal?.throwIfAborted()
      const count: Count = (call) => ledger?.add(call)
      if (ledger !== undefined) unbooked.splice(0).forEach(count)
      const batches = slices(texts, settings.batchTexts)
      const run = mapOrdered<readonly string[], Float32Array[]>(settings.concurrentRequests, (some, inner) =>
        embedSome(some, inner, count),
      )
      const vectors: Float32Array[] = []
      for await (const some of run(batches, signal ?? new AbortController().signal)) vectors.push(...some)
      return vectors
    },
    async close() {},
  }
}

type Settings = OpenAiEmbedderOptions & typeof DEFAULTS
type Count = (call: LedgerCall) => void

async function openClient(settings: Settings): Promise<OpenAI> {
  const { OpenAI: Client } = await importFeature<typeof import('openai')>('openai', 'openai')
  return new Client({
    baseURL: settings.url,
    // The client insists on a key; servers that want none ignore it.
    apiKey: settings.key ?? 'none',
    // Without these two the client reads environment variables of its own.
    organization: null,
    project: null,
    timeout: settings.timeoutMs,
    maxRetries: settings.maxRetries,
    logLevel: 'off',
  })
}

async function request(
  client: OpenAI,
  { model, url, key, timeoutMs }: Settings,
  {
    input,
    signal,
    count,
  }: { readonly input: string[]; readonly signal?: AbortSignal | undefined; readonly count: Count },
): Promise<readonly number[][]> {
  const answer = await countedEmbeddings(client, { model, input, signal, timeoutMs }, count).catch(
    (cause: unknown) => {
      signal?.throwIfAborted()
      const reason = withoutKey(cause instanceof Error ? cause.message : String(cause), key)
      throw new GlossError('MODEL_UNAVAILABLE', `No vectors from ${url}: ${reason}`, { url, model }, cause)
    },
  )
  const vectors: (number[] | undefined)[] = input.map(() => undefined)
  for (const { index, embedding } of Array.isArray(answer.data) ? answer.data : []) vectors[index] = embedding
  if (vectors.length === input.length && vectors.every(isVector)) return vectors
  throw new GlossError('MODEL_ANSWER_INVALID', `${url} did not return one vector for each text`, {
    url,
    model,
  })
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every((number) => Number.isFinite(number))
}

function toUnit(values: readonly number[]): Float32Array {
  let squares = 0
  for (const value of values) squares += value * value
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0
  return Float32Array.from(values, (value) => value * scale)
}

async function* slices<T>(items: readonly T[], size: number): AsyncIterable<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

/** One request for embeddings by the OpenAI client, with each of its attempts counted: the client asks again by itself. */

/** Of embedders, in ledgers. */
const ROLE = 'embedder'
// A batch has 64 texts: with 4,096 numbers of 20 digits each, 5 MB. Chosen, not measured.
const MAX_BYTES = 16_000_000
const NO_USAGE: ChatUsage = { promptTokens: 0, completionTokens: 0, estimated: false }

interface EmbeddingsRequest {
  readonly model: string
  readonly input: string[]
  readonly signal: AbortSignal | undefined
  /** Of one attempt, its answer included. */
  readonly timeoutMs: number
}

/**
 * Tokens are the server's count, else estimated and marked. A refused attempt counts none; one that was left, by us or at its time limit,
 * or whose answer could not be read, may be billed, and is estimated. Throws what the client throws.
 */
async function countedEmbeddings(
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
      // By default the client asks for base64, which not every server knows.
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

/** Asks as the client of OpenAI wants to be answered: in the place of the global `fetch`. */
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

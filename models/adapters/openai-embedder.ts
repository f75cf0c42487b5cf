/** Embeds texts with any server that supports the OpenAI `/embeddings` protocol. */
import type OpenAI from 'openai'
import { GlossError, importFeature, mapOrdered } from '../../core/index.ts'
import type { Embedder, LedgerCall } from '../ports.ts'
import { countedEmbeddings } from './counted-embeddings.ts'
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
  /** Base URL without `/embeddings`, such as `http://127.0.0.1:8080/v1`. */
  readonly url: string
  readonly model: string
  readonly key?: string | undefined
  readonly batchTexts?: number
  readonly concurrentRequests?: number
  /** Time limit of one attempt. */
  readonly timeoutMs?: number
  /** Retries after connection errors, 408, 409, 429 and 5xx; `Retry-After` is obeyed, else the wait doubles from half a second. */
  readonly maxRetries?: number
  /** Longer texts are cut, because servers refuse texts over their window. */
  readonly maxCharacters?: number
}

/** Opens the embedder with one request, to learn the width, counted in the first ledger used. Throws `MODEL_UNAVAILABLE` after retries. */
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
    // The client requires a key; servers without keys ignore it.
    apiKey: settings.key ?? 'none',
    // Without these two the client reads environment variables.
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

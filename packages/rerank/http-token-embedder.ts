/**
 * Token vectors over HTTP. vLLM: POST `{model, input}` to `/pooling` returns `{data: [{index, data: [[…]]}]}`. Jina: POST `{model, input,
 * input_type, embedding_type}` to `/multi-vector`, and each item of `data` has `embeddings`.
 */
import { GlossError, isRecord } from '../../core/index.ts'
import { recordsOf } from '../../models/chat/wire-values.ts'
import type { Ledger, WireFields } from '../../models/ports.ts'
import type { TextForm, TokenEmbedder, TokenVectors } from '../../models/ranking-ports.ts'
import { withPath } from './http-reranker.ts'
import { askRankingServer, type RankingServer } from './ranking-server.ts'

const ROLE = 'late'
const JINA_PATH = 'multi-vector'
const TEXTS_PER_REQUEST = 16
const MAX_CHARACTERS = 8_000

export interface HttpTokenEmbedderOptions extends Omit<RankingServer, 'url'> {
  /** The address that `/pooling` is appended to, unless it ends in `/pooling` or `/multi-vector`. */
  readonly url: string
}

/** Opens the embedder. Sends one request, to find out the vectors' width. */
export async function openHttpTokenEmbedder(options: HttpTokenEmbedderOptions): Promise<TokenEmbedder> {
  const isJina = options.url.replace(/\/+$/, '').endsWith(`/${JINA_PATH}`)
  const url = isJina ? withPath(options.url, JINA_PATH) : withPath(options.url, 'pooling')
  const who = `The model ${options.model} at ${url}`

  async function ask(
    texts: readonly string[],
    form: TextForm,
    signal?: AbortSignal,
    ledger?: Ledger,
  ): Promise<number[][][]> {
    const body = bodyOf(isJina, options.model, texts, form)
    const answer = await askRankingServer({ ...options, url }, { body, texts, role: ROLE, signal, ledger })
    return matricesIn(answer, texts.length, who)
  }

  const [[probe] = []] = await ask(['width'], 'question')
  if (probe === undefined) throw new GlossError('MODEL_ANSWER_INVALID', `${who} gave no vectors.`)
  const dims = probe.length

  return {
    id: `http:${new URL(url).host}:${options.model}:${dims}`,
    dims,
    async embedTokens(texts, form, signal, ledger) {
      signal?.throwIfAborted()
      const found: TokenVectors[] = texts.map(() => ({ rows: 0, values: new Float32Array(0) }))
      const asked = texts.flatMap((text, at) => (text.trim() === '' ? [] : [at]))
      for (let from = 0; from < asked.length; from += TEXTS_PER_REQUEST) {
        const places = asked.slice(from, from + TEXTS_PER_REQUEST)
        const sent = places.map((at) => texts[at]!.slice(0, MAX_CHARACTERS))
        for (const [i, rows] of (await ask(sent, form, signal, ledger)).entries())
          found[places[i]!] = unitRows(rows, dims, who)
      }
      return found
    },
    async close() {},
  }
}

function bodyOf(isJina: boolean, model: string, input: readonly string[], form: TextForm): WireFields {
  if (!isJina) return { model, input }
  return { model, input, input_type: form === 'question' ? 'query' : 'document', embedding_type: 'float' }
}

/** Returns one matrix for each text, in order. */
function matricesIn(answer: unknown, count: number, who: string): number[][][] {
  const matrices: (number[][] | undefined)[] = new Array(count).fill(undefined)
  const list = recordsOf(isRecord(answer) ? answer['data'] : null)
  for (const one of list) {
    const { index } = one
    const rows = one['embeddings'] ?? one['data']
    if (typeof index === 'number' && index >= 0 && index < count && isMatrix(rows)) matrices[index] = rows
  }
  const found = matrices.filter((rows) => rows !== undefined)
  if (found.length === count && list.length === count) return found
  throw new GlossError(
    'MODEL_ANSWER_INVALID',
    `${who} gave ${found.length} matrices of token vectors for ${count} texts.`,
  )
}

function isMatrix(value: unknown): value is number[][] {
  return (
    Array.isArray(value) &&
    value.every((row) => Array.isArray(row) && row.length > 0 && row.every((one) => Number.isFinite(one)))
  )
}

function unitRows(rows: readonly (readonly number[])[], dims: number, who: string): TokenVectors {
  const values = new Float32Array(rows.length * dims)
  for (const [at, row] of rows.entries()) {
    if (row.length !== dims)
      throw new GlossError('MODEL_ANSWER_INVALID', `${who} gave a vector of ${row.length}, not ${dims}.`)
    const length = Math.hypot(...row)
    if (length > 0)
      values.set(
        row.map((value) => value / length),
        at * dims,
      )
  }
  return { rows: rows.length, values }
}

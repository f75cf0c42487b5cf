/** Sparse expansion from a folder: documents by a model in a thread of its own, or by a server; questions by the tokenizer alone. */
import { resolve } from 'node:path'
import { GlossError, isRecord } from '../../core/index.ts'
import type { Ledger } from '../ports.ts'
import type { TermExpander, WeightedTerms } from '../ranking-ports.ts'
import { withPath } from './http-reranker.ts'
import { importTransformers } from './import-transformers.ts'
import { unfit } from './onnx-folder.ts'
import { EXPANDER_PURPOSE } from './onnx-term-expander.ts'
import { openOnnxWorker } from './onnx-worker.ts'
import { openQuestionWeights, type QuestionWeights } from './question-weights.ts'
import { askRankingServer, type RankingServer } from './ranking-server.ts'

const ROLE = 'sparse'
const TEXTS_PER_TASK = 4
const TEXTS_PER_REQUEST = 16
const MAX_CHARACTERS = 8_000

/** `folder`: a masked-language model. Throws `MODEL_FOLDER_INVALID`. */
export async function openFolderTermExpander(folder: string): Promise<TermExpander> {
  const worker = await openOnnxWorker({ kind: 'terms', folder })
  try {
    const weights = await questionWeights(folder)
    return {
      ...weights,
      id: worker.id,
      async expand(texts, signal) {
        signal?.throwIfAborted()
        const found: WeightedTerms[] = []
        for (let from = 0; from < texts.length; from += TEXTS_PER_TASK)
          found.push(...(await worker.ask({ texts: texts.slice(from, from + TEXTS_PER_TASK) }, signal)))
        return found
      },
      close: worker.close,
    }
  } catch (error) {
    await worker.close()
    throw error
  }
}

export interface ServedExpanderOptions extends Omit<RankingServer, 'url'> {
  /** The address that `/embed_sparse` is added to, unless it ends so. */
  readonly url: string
  /** With the tokenizer of the server's model, and its `idf.json`. */
  readonly folder: string
}

/** Documents by Text Embeddings Inference: POST `{inputs}` to `/embed_sparse`, and `[[{index, value}]]` comes back. */
export async function openServedTermExpander(options: ServedExpanderOptions): Promise<TermExpander> {
  const url = withPath(options.url, 'embed_sparse')
  const weights = await questionWeights(options.folder)

  async function ask(
    texts: readonly string[],
    signal?: AbortSignal,
    ledger?: Ledger,
  ): Promise<WeightedTerms[]> {
    const body = { inputs: texts, truncate: true }
    const answer = await askRankingServer({ ...options, url }, { body, texts, role: ROLE, signal, ledger })
    const lists: readonly unknown[] = Array.isArray(answer) ? answer : []
    const found = lists.map((list) => termsIn(list, weights.size))
    if (found.length === texts.length && found.every((terms) => terms !== null)) return found
    throw new GlossError(
      'MODEL_ANSWER_INVALID',
      `${url} did not give one list of terms below ${weights.size}, with a weight each, for each of ${texts.length} texts.`,
    )
  }

  return {
    ...weights,
    id: `http:${new URL(url).host}:${options.model}:${weights.size}`,
    async expand(texts, signal, ledger) {
      signal?.throwIfAborted()
      const found: WeightedTerms[] = []
      for (let from = 0; from < texts.length; from += TEXTS_PER_REQUEST) {
        const sent = texts.slice(from, from + TEXTS_PER_REQUEST).map((text) => text.slice(0, MAX_CHARACTERS))
        found.push(...(await ask(sent, signal, ledger)))
      }
      return found
    },
    async close() {},
  }
}

async function questionWeights(folder: string): Promise<QuestionWeights> {
  const path = resolve(folder)
  const { AutoTokenizer } = await importTransformers()
  const refuse = (reason: string, cause?: unknown) => unfit(path, EXPANDER_PURPOSE, reason, cause)
  const tokenizer = await AutoTokenizer.from_pretrained(path, { local_files_only: true }).catch(
    (error: unknown) => {
      throw refuse('its tokenizer cannot be loaded', error)
    },
  )
  return openQuestionWeights(path, tokenizer, refuse)
}

/** Null where it is none of weighted terms of this vocabulary. */
function termsIn(list: unknown, size: number): WeightedTerms | null {
  if (!Array.isArray(list)) return null
  const weights = new Map<number, number>()
  for (const one of list) {
    const { index, value } = isRecord(one) ? one : {}
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= size) return null
    if (typeof value !== 'number' || !Number.isFinite(value)) return null
    if (value > 0) weights.set(index, value)
  }
  const terms = Uint32Array.from(weights.keys()).sort()
  return { terms, weights: Float32Array.from(terms, (term) => weights.get(term)!) }
}

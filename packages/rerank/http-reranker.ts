/**
 * A reranker over HTTP, as Cohere, Jina, Voyage, vLLM and llama.cpp implement it: POST `{model, query, documents, top_n}` to `/rerank`
 * returns `{results: [{index, relevance_score}]}`, in any order. Text Embeddings Inference calls the texts `texts` and returns the list
 * alone, with `score`; the request is repeated in that format if the server refuses the first.
 */
import { GlossError, isGlossError, isRecord } from '../../core/index.ts'
import type { WireFields } from '../../models/ports.ts'
import type { Reranker } from '../../models/ranking-ports.ts'
import { askRankingServer, type RankingQuestion, type RankingServer } from './ranking-server.ts'

const ROLE = 'reranker'
const UNNAMED = 'rerank'
// As for the embedder: some 2,000 tokens of English, below the windows in wide use. Chosen, not measured.
const MAX_CHARACTERS = 8_000

export interface HttpRerankerOptions extends Omit<RankingServer, 'url' | 'model'> {
  /** The address that `/rerank` is appended to, unless it already ends so. */
  readonly url: string
  /** Sent if given; servers of one model need none. */
  readonly model?: string | undefined
}

type Spelling = 'documents' | 'texts'

/** Opens the reranker; no request is sent before the first question. */
export function openHttpReranker(options: HttpRerankerOptions): Reranker {
  const url = withPath(options.url, 'rerank')
  const model = options.model ?? UNNAMED
  const server: RankingServer = { ...options, url, model }
  let spelling: Spelling = 'documents'

  async function ask(question: Omit<RankingQuestion, 'body'>, query: string, texts: readonly string[]) {
    const send = (used: Spelling) =>
      askRankingServer(server, { ...question, body: bodyOf(used, options.model, query, texts) })
    try {
      return await send(spelling)
    } catch (error) {
      if (spelling !== 'documents' || !wantsTexts(error)) throw error
      const answer = await send('texts')
      spelling = 'texts'
      return answer
    }
  }

  return {
    id: `http:${new URL(url).host}:${model}`,
    async score(query, given, signal, ledger) {
      signal?.throwIfAborted()
      if (given.length === 0) return new Float32Array(0)
      const texts = given.map((text) => text.slice(0, MAX_CHARACTERS))
      const read = [...texts, ...texts.map(() => query)]
      const answer = await ask({ texts: read, role: ROLE, signal, ledger }, query, texts)
      return scoresIn(answer, texts.length, `The reranker ${model} at ${url}`)
    },
    async close() {},
  }
}

export function withPath(url: string, path: string): string {
  const base = url.replace(/\/+$/, '')
  return base.endsWith(`/${path}`) ? base : `${base}/${path}`
}

function bodyOf(
  spelling: Spelling,
  model: string | undefined,
  query: string,
  texts: readonly string[],
): WireFields {
  const named = model === undefined ? {} : { model }
  return spelling === 'documents'
    ? { ...named, query, documents: texts, top_n: texts.length }
    : { query, texts, truncate: true }
}

/** Returns whether the server wants the field `texts`: TEI names it when it refuses a body without it. */
function wantsTexts(error: unknown): boolean {
  return isGlossError(error, 'MODEL_REFUSED') && /\btexts\b/.test(error.message)
}

/** Returns one finite score for each text. Throws `MODEL_ANSWER_INVALID` otherwise, because a guessed rank would look like a judged one. */
function scoresIn(answer: unknown, count: number, who: string): Float32Array {
  const invalid = (what: string) => new GlossError('MODEL_ANSWER_INVALID', `${who} answered ${what}.`)
  const list = listIn(answer)
  if (list === null) throw invalid('without a list of results')
  if (list.length !== count) throw invalid(`with ${list.length} scores for ${count} texts`)
  const scores = new Float32Array(count).fill(Number.NaN)
  for (const result of list) {
    const { index, relevance_score: score = isRecord(result) ? result['score'] : undefined } = isRecord(
      result,
    )
      ? result
      : {}
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= count)
      throw invalid(`with the index ${JSON.stringify(index)} for ${count} texts`)
    if (!Number.isNaN(scores[index])) throw invalid(`with two scores for text ${index}`)
    if (typeof score !== 'number' || !Number.isFinite(score))
      throw invalid(`with ${JSON.stringify(score)} as the score of text ${index}`)
    scores[index] = score
  }
  return scores
}

function listIn(answer: unknown): readonly unknown[] | null {
  if (Array.isArray(answer)) return answer
  if (!isRecord(answer)) return null
  const found = answer['results'] ?? answer['data']
  return Array.isArray(found) ? found : null
}

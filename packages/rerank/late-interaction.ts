/**
 * Reorders the first hits of any backend by late interaction: compares every token of the question with every token of a hit, and mixes the
 * result with the backend's score. Token vectors are computed once for each text and stored.
 */

import type { TextsOfUnits } from '../../app/wiring/ranking-models.ts'
import { contentId } from '../../core/index.ts'
import type { CorpusReader } from '../../corpus/index.ts'
import type { Ledger, PriceTable, TokenEmbedder } from '../../models/index.ts'
import { meteredLedger, usageOfBoth } from '../../retrieval/model-usage.ts'
import type { Hit, Retrieval, Retriever } from '../../retrieval/ports.ts'
import { checkQuestion } from '../../retrieval/query-checks.ts'
import { createMaxSim, type MaxSim } from './max-sim.ts'
import { type PackedTokens, packTokens } from './packed-tokens.ts'
import { inOrderOf } from './reorder.ts'
import type { TokenStore } from './token-store.ts'

// Texts embedded before they are stored, which is what an abort or a failure loses.
const TEXTS_A_TURN = 16

/** Opened by the first question. */
export interface LateGround {
  readonly embedder: TokenEmbedder
  readonly store: TokenStore
  readonly maxSim: MaxSim
}

export interface LateParts {
  readonly ground: () => Promise<LateGround>
  readonly reader: Pick<CorpusReader, 'seq' | 'removedSince'>
  readonly textsOf: TextsOfUnits
  /** Number of hits compared, from 1. */
  readonly top: number
  /** Weight of late interaction, 0 to 1. */
  readonly share: number
  readonly prices: PriceTable
}

export function lateGround(embedder: TokenEmbedder, store: TokenStore): LateGround {
  return { embedder, store, maxSim: createMaxSim(embedder.dims) }
}

/** Returns the backend followed by late interaction. If the model fails, the question fails. */
export function lateBackend(inner: Retriever, parts: LateParts): Retriever {
  return {
    name: inner.name,
    async prepare() {
      await inner.prepare?.()
      await parts.ground()
    },
    async retrieve(question, signal): Promise<Retrieval> {
      checkQuestion(question)
      const answer = await inner.retrieve({ ...question, k: Math.max(parts.top, question.k) }, signal)
      const started = performance.now()
      const metered = meteredLedger(parts.prices, question.ledger)
      const asked = { question: question.text, ledger: metered.ledger, signal }
      const hits = answer.hits.length === 0 ? [] : await inNewOrder(answer.hits, asked, parts)
      return {
        ...answer,
        ...usageOfBoth(answer.usage, metered.usage()),
        hits: hits.slice(0, question.k),
        stages: { ...answer.stages, late: performance.now() - started },
      }
    },
  }
}

interface LateRequest {
  readonly question: string
  readonly ledger: Ledger
  readonly signal: AbortSignal | undefined
}

async function inNewOrder(hits: readonly Hit[], asked: LateRequest, parts: LateParts): Promise<Hit[]> {
  const { embedder, store, maxSim } = await parts.ground()
  await forgetRemoved(store, parts.reader)
  const read = hits.slice(0, parts.top)
  const units = read.map(({ unit }) => unit)
  const texts = await parts.textsOf(units)
  const tokens = await tokensOf(units, texts, { embedder, store }, asked)
  const [question] = await embedder.embedTokens([asked.question], 'question', asked.signal, asked.ledger)
  const likeness = maxSim.score(question!.values, tokens)
  const mixed = mixOf(
    likeness,
    read.map(({ score }) => score),
    parts.share,
  )
  const byUnit = new Map(units.map((unit, at) => [unit, likeness[at]!]))
  return inOrderOf(hits, mixed, ({ why, unit, rank }) => ({
    ...why,
    late: { score: byUnit.get(unit)!, from: rank },
  }))
}

/** Removes the vectors of units deleted since the last question; a unit that returns is embedded again. */
async function forgetRemoved(store: TokenStore, reader: LateParts['reader']): Promise<void> {
  const [known, now] = [store.seq(), await reader.seq()]
  if (known === now) return
  store.remove(known === 0 || known > now ? [] : await reader.removedSince(known), now)
}

/** Returns the token vectors from the store; embeds and stores missing ones. */
async function tokensOf(
  units: readonly string[],
  texts: readonly (string | null)[],
  { embedder, store }: Pick<LateGround, 'embedder' | 'store'>,
  { ledger, signal }: LateRequest,
): Promise<PackedTokens[]> {
  const wanted = units.map((unit, at) => ({ unit, text: contentId(texts[at] ?? '') }))
  const found = store.find(wanted)
  const missing = [...found.keys()].filter((at) => found[at] === null)
  for (let from = 0; from < missing.length; from += TEXTS_A_TURN) {
    const some = missing.slice(from, from + TEXTS_A_TURN)
    const given = some.map((at) => texts[at] ?? '')
    const vectors = await embedder.embedTokens(given, 'document', signal, ledger)
    for (const [i, at] of some.entries()) found[at] = packTokens(vectors[i]!.values, embedder.dims)
    store.put(some.map((at) => ({ ...wanted[at]!, tokens: found[at]! })))
  }
  return found.map((tokens) => tokens!)
}

/** Returns share x likeness + (1 - share) x score, each scaled to 0 to 1 over these hits; a side whose values are all equal counts 0. */
function mixOf(likeness: Float32Array, scores: readonly number[], share: number): Float64Array {
  const [one, other] = [rescaled(likeness), rescaled(scores)]
  return one.map((value, at) => share * value + (1 - share) * other[at]!)
}

function rescaled(values: ArrayLike<number>): Float64Array {
  const all = Float64Array.from(values)
  const lowest = all.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const highest = all.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  return all.map((value) => (highest > lowest ? (value - lowest) / (highest - lowest) : 0))
}

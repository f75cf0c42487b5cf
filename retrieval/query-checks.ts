/** Steps that every backend takes before and after its own work. */
import { compareText, GlossError } from '../core/index.ts'
import type { CandidateSource, IndexView } from '../index/index.ts'
import type { Embedder } from '../models/index.ts'
import type { Hit, Question } from './ports.ts'
import type { Why } from './why.ts'

export function checkQuestion({ text, k }: Question): void {
  if (text.trim() === '')
    throw new GlossError('INPUT_INVALID', 'The question is empty; give it some words.', { field: 'query' })
  if (!Number.isInteger(k) || k < 1)
    throw new GlossError('INPUT_INVALID', `k must be a whole number from 1, got ${k}.`, { field: 'k' })
}

/** Returns the question's vector. Null if the embedder finds nothing in the text: every cosine would be 0, and every unit a hit. */
export async function embedQuestion(
  { text, vector: known, ledger }: Pick<Question, 'text' | 'vector' | 'ledger'>,
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<Float32Array | null> {
  if (known !== undefined) return known
  const [vector] = await embedder.embed([text], signal, ledger)
  return vector === undefined || vector.every((part) => part === 0) ? null : vector
}

/** A unit with its score, before it has a rank. */
export interface Ranked {
  readonly unit: string
  readonly paper: string
  readonly score: number
  readonly why: Why
}

/** Returns the k best, ties by unit id; with `onePerPaper` only the best of each paper. */
export function rankHits(ranked: readonly Ranked[], { k, onePerPaper }: Question): Hit[] {
  const order = [...ranked].sort((a, b) => b.score - a.score || compareText(a.unit, b.unit))
  const chosen = onePerPaper === true ? firstOfEach(order, ({ paper }) => paper) : order
  return chosen.slice(0, k).map((hit, place) => ({ ...hit, rank: place + 1 }))
}

export function firstOfEach<Item>(order: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>()
  return order.filter((item) => {
    const key = keyOf(item)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Adds each query term's part of the score to the hits. */
export async function withMatchingTerms(
  index: CandidateSource,
  terms: readonly string[],
  hits: readonly Hit[],
): Promise<Hit[]> {
  return await index.read((view) => hits.map((hit) => withTerms(view, terms, hit)))
}

export function withTerms(view: IndexView, terms: readonly string[], hit: Hit): Hit {
  return { ...hit, why: { ...hit.why, terms: view.explainWords(terms, hit.unit) } }
}

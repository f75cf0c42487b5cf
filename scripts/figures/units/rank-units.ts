/** Ranks documents by their best unit with words, vectors and both, in memory: the yardstick for ways to make units. */
import { words } from '../../../core/index.ts'
import type { Embedder } from '../../../models/index.ts'
import { type BeirSet, ndcgAt10 } from './beir.ts'

export interface IndexedPiece {
  readonly document: number
  readonly text: string
}

export interface Quality {
  /** Means of nDCG@10 over the questions; null without an embedder. */
  readonly words: number
  readonly vectors: number | null
  readonly hybrid: number | null
}

/** As Lucene's defaults; the fusion of DESIGN 8. */
const K1 = 1.2
const B = 0.75
const WORDS_SHARE = 0.4

export async function qualityOf(
  set: BeirSet,
  pieces: readonly IndexedPiece[],
  embedder: Embedder | null,
): Promise<Quality> {
  const byWords = bm25(pieces.map((piece) => piece.text))
  const vectors = embedder === null ? null : await embedder.embed(pieces.map((piece) => piece.text))
  const asked =
    embedder === null ? null : await embedder.embed(set.questions.map((question) => question.text))
  const sums = { words: 0, vectors: 0, hybrid: 0 }
  for (const [i, { text, gains }] of set.questions.entries()) {
    const quality = (scores: Float32Array): number =>
      ndcgAt10(byDocument(scores, pieces, set.documents.length), gains)
    const wordScores = byWords(text)
    sums.words += quality(wordScores)
    const question = asked?.[i]
    if (vectors === null || question === undefined) continue
    const cosines = Float32Array.from(vectors, (vector) => dot(vector, question))
    sums.vectors += quality(cosines)
    const scaledWords = minMax(wordScores)
    const scaledCosines = minMax(cosines)
    sums.hybrid += quality(
      scaledWords.map((score, k) => WORDS_SHARE * score + (1 - WORDS_SHARE) * (scaledCosines[k] ?? 0)),
    )
  }
  const mean = (sum: number): number => Math.round((sum / set.questions.length) * 10_000) / 10_000
  return {
    words: mean(sums.words),
    vectors: embedder === null ? null : mean(sums.vectors),
    hybrid: embedder === null ? null : mean(sums.hybrid),
  }
}

function byDocument(scores: Float32Array, pieces: readonly IndexedPiece[], documents: number): Float32Array {
  const best = new Float32Array(documents).fill(Number.NEGATIVE_INFINITY)
  for (const [i, { document }] of pieces.entries())
    best[document] = Math.max(best[document] ?? Number.NEGATIVE_INFINITY, scores[i] ?? 0)
  return best
}

interface Posting {
  readonly text: number
  readonly count: number
}

function bm25(texts: readonly string[]): (question: string) => Float32Array {
  const postings = new Map<string, Posting[]>()
  const lengths = texts.map((text, i) => {
    const counts = new Map<string, number>()
    const terms = words(text)
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const [term, count] of counts) {
      const list = postings.get(term)
      if (list === undefined) postings.set(term, [{ text: i, count }])
      else list.push({ text: i, count })
    }
    return terms.length
  })
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  return (question) => {
    const scores = new Float32Array(texts.length)
    for (const term of words(question)) {
      const list = postings.get(term) ?? []
      const idf = Math.log(1 + (texts.length - list.length + 0.5) / (list.length + 0.5))
      for (const { text, count } of list) {
        const brake = K1 * (1 - B + (B * (lengths[text] ?? 0)) / mean)
        scores[text] = (scores[text] ?? 0) + (idf * count) / (count + brake)
      }
    }
    return scores
  }
}

function minMax(scores: Float32Array): Float32Array {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const score of scores) {
    low = Math.min(low, score)
    high = Math.max(high, score)
  }
  return scores.map((score) => (high > low ? (score - low) / (high - low) : 1))
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

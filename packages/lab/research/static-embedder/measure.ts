/** Retrieval quality of vectors, alone and fused with BM25, on the sets beside the project. Same measures as ../shared/yardsticks. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { words } from '../../../../core/index.ts'

const K1 = 1.2
const B = 0.75
const WORDS_SHARE = 0.4
const DEPTH = 10

interface EvaluationSet {
  readonly name: string
  readonly documents: readonly string[]
  readonly queries: readonly string[]
  /** For each query: gain of document numbers. */
  readonly gains: readonly ReadonlyMap<number, number>[]
}

export interface Figures {
  readonly vectors: number
  readonly hybrid: number
}

export function readEvaluationSet(dataFolder: string, name: string): EvaluationSet {
  const rows = <T>(file: string): T[] =>
    readFileSync(join(dataFolder, name, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as T)
  const documents = rows<{ _id: string; title?: string; text: string }>('corpus.jsonl')
  const numbers = new Map(documents.map((document, i) => [document._id, i]))
  const judged = new Map<string, Map<number, number>>()
  for (const line of readFileSync(join(dataFolder, name, 'qrels.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)) {
    const [query = '', document = '', score = ''] = line.split('\t')
    const number = numbers.get(document)
    if (number === undefined || !(Number(score) > 0)) continue
    judged.set(query, (judged.get(query) ?? new Map<number, number>()).set(number, Number(score)))
  }
  const queries = rows<{ _id: string; text: string }>('queries.jsonl').filter(({ _id }) => judged.has(_id))
  return {
    name,
    documents: documents.map(({ title, text }) => (title ? `${title}. ${text}` : text)),
    queries: queries.map(({ text }) => text),
    gains: queries.map(({ _id }) => judged.get(_id)!),
  }
}

/** BM25 in Lucene's form, one score for each document. */
export function createWordScorer(documents: readonly string[]): (query: string) => Float32Array {
  const postings = new Map<string, Map<number, number>>()
  const lengths = documents.map((document, number) => {
    const terms = words(document)
    for (const term of terms) {
      const posting = postings.get(term) ?? new Map<number, number>()
      posting.set(number, (posting.get(number) ?? 0) + 1)
      postings.set(term, posting)
    }
    return terms.length
  })
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  return (query) => {
    const scores = new Float32Array(documents.length)
    for (const term of words(query)) {
      const posting = postings.get(term)
      if (posting === undefined) continue
      const idf = Math.log(1 + (documents.length - posting.size + 0.5) / (posting.size + 0.5))
      for (const [number, tf] of posting)
        scores[number]! += (idf * tf) / (tf + K1 * (1 - B + (B * lengths[number]!) / meanLength))
    }
    return scores
  }
}

/** Mean nDCG@10 of the vectors alone and of `.4 minmax(BM25) + .6 minmax(cosine)`. */
export async function measure(
  set: EvaluationSet,
  embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
  wordScores: (query: string) => Float32Array,
): Promise<Figures> {
  const documents = await embed(set.documents)
  const queries = await embed(set.queries)
  let vectors = 0
  let hybrid = 0
  set.queries.forEach((query, i) => {
    const cosines = Float32Array.from(documents, (document) => dot(document, queries[i]!))
    const byWords = minmax(wordScores(query))
    const byCosine = minmax(cosines)
    const fused = byCosine.map((score, n) => WORDS_SHARE * byWords[n]! + (1 - WORDS_SHARE) * score)
    vectors += ndcg(cosines, set.gains[i]!)
    hybrid += ndcg(fused, set.gains[i]!)
  })
  const mean = (sum: number): number => Number((sum / set.queries.length).toFixed(4))
  return { vectors: mean(vectors), hybrid: mean(hybrid) }
}

function ndcg(scores: Float32Array, gains: ReadonlyMap<number, number>): number {
  const ranked = Array.from(scores.keys())
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, DEPTH)
  const reached = ranked.map((number) => gains.get(number) ?? 0)
  const best = [...gains.values()].sort((a, b) => b - a).slice(0, DEPTH)
  return discounted(reached) / discounted(best)
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0)
}

function minmax(scores: Float32Array): Float32Array {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const score of scores) {
    low = Math.min(low, score)
    high = Math.max(high, score)
  }
  return high > low ? scores.map((score) => (score - low) / (high - low)) : scores.map(() => 1)
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

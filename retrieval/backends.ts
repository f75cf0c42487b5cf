/**
 * The backends that need no graph: `words` (BM25), `vanilla` (cosine) and `hybrid` (both, fused).
 * They differ in what they ask of the index and in how they score its candidates; the rest is one function.
 */
import { GlossError, words } from '../core/index.ts'
import type { CandidateSource, Candidates } from '../index/index.ts'
import type { Embedder } from '../models/index.ts'
import { convexFusion, type Fusion } from './fusion.ts'
import type { Hit, Question, Retrieval, Retriever } from './ports.ts'

/** What a backend retrieves from. */
export interface Ground {
  readonly index: CandidateSource
  readonly embedder: Embedder
}

interface Recipe {
  readonly name: string
  readonly usesWords: boolean
  readonly usesVectors: boolean
  readonly score: Fusion
}

// Candidates of each side: a unit outside the best 100 of both does not reach the first ten of any mix of the two
// (measured on SciFact: the same nDCG@10 to four decimals with 100, 400 and all units).
const LEAST_DEPTH = 100
const DEPTH_PER_HIT = 4

export function wordsBackend(ground: Ground): Retriever {
  return backend(ground, {
    name: 'words',
    usesWords: true,
    usesVectors: false,
    score: (candidates) => Float64Array.from(candidates.words),
  })
}

export function vanillaBackend(ground: Ground): Retriever {
  return backend(ground, {
    name: 'vanilla',
    usesWords: false,
    usesVectors: true,
    score: (candidates) => Float64Array.from(candidates.cosines),
  })
}

export function hybridBackend(ground: Ground, fusion: Fusion = convexFusion()): Retriever {
  return backend(ground, { name: 'hybrid', usesWords: true, usesVectors: true, score: fusion })
}

function backend({ index, embedder }: Ground, recipe: Recipe): Retriever {
  return {
    name: recipe.name,
    async retrieve(question, signal): Promise<Retrieval> {
      checkQuestion(question)
      const started = performance.now()
      const terms = recipe.usesWords ? words(question.text) : null
      const vector = recipe.usesVectors ? await vectorOf(question.text, embedder, signal) : null
      const embedded = performance.now()
      const depth = Math.max(LEAST_DEPTH, DEPTH_PER_HIT * question.k)
      const candidates = await index.candidates({ terms, vector, depth, filter: question.filter ?? null })
      const searched = performance.now()
      const hits = rank(candidates, recipe, question)
      const explained =
        question.explain === true && terms !== null ? await withTerms(index, terms, hits) : hits
      const stages = {
        embed: embedded - started,
        search: searched - embedded,
        fuse: performance.now() - searched,
      }
      return { hits: explained, stages }
    },
  }
}

/** Null for a text in which the embedder finds nothing: every cosine would be 0 then, and every unit a hit. */
async function vectorOf(
  text: string,
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<Float32Array | null> {
  const [vector] = await embedder.embed([text], signal)
  return vector === undefined || vector.every((part) => part === 0) ? null : vector
}

function checkQuestion({ text, k }: Question): void {
  if (text.trim() === '') throw new GlossError('INPUT_INVALID', 'The query is empty.', { field: 'q' })
  if (!Number.isInteger(k) || k < 1)
    throw new GlossError('INPUT_INVALID', `k must be a whole number from 1, got ${k}.`, { field: 'k' })
}

function rank(candidates: Candidates, recipe: Recipe, question: Question): Hit[] {
  const { units, papers } = candidates
  const scores = recipe.score(candidates)
  const order = [...units.keys()].sort((a, b) => scores[b]! - scores[a]! || (units[a]! < units[b]! ? -1 : 1))
  const chosen = question.onePerPaper === true ? firstOfEach(order, papers) : order
  return chosen.slice(0, question.k).map((i, place) => ({
    unit: units[i]!,
    paper: papers[i]!,
    rank: place + 1,
    score: scores[i]!,
    why: {
      ...(recipe.usesWords ? { words: candidates.words[i]! } : {}),
      ...(recipe.usesVectors ? { cosine: candidates.cosines[i]! } : {}),
    },
  }))
}

function firstOfEach(order: readonly number[], papers: readonly string[]): number[] {
  const seen = new Set<string>()
  return order.filter((i) => {
    const paper = papers[i]!
    if (seen.has(paper)) return false
    seen.add(paper)
    return true
  })
}

async function withTerms(
  index: CandidateSource,
  terms: readonly string[],
  hits: readonly Hit[],
): Promise<Hit[]> {
  return Promise.all(
    hits.map(async (hit) => ({
      ...hit,
      why: { ...hit.why, terms: await index.explainWords(terms, hit.unit) },
    })),
  )
}

/**
 * The backends that need no graph: `words` (BM25), `vanilla` (cosine) and `hybrid` (both, fused).
 * They differ in what they ask of the index and in how they score its candidates; the rest is one function.
 */
import { languageOfQuestion } from '../core/index.ts'
import type { CandidateSource, Candidates } from '../index/index.ts'
import type { Embedder } from '../models/index.ts'
import { clausesOf } from './clauses.ts'
import { clauseShares, coveringScores } from './cover-clauses.ts'
import { coverageFusion, type Fusion } from './fusion.ts'
import type { Hit, Question, Retrieval, Retriever } from './ports.ts'
import { checkQuestion, embedQuestion, rankHits, withMatchingTerms } from './query-checks.ts'

/** What a backend retrieves from. */
export interface BackendParts {
  readonly index: CandidateSource
  readonly embedder: Embedder
}

interface Recipe {
  readonly name: string
  readonly usesWords: boolean
  readonly usesVectors: boolean
  readonly score: Fusion
  /** Of a question with several clauses, units of each come first. */
  readonly coversClauses?: boolean
}

// Candidates of each side: a unit outside the best 100 of both does not reach the first ten of any mix of the two
// (measured on SciFact: the same nDCG@10 to four decimals with 100, 400 and all units).
const LEAST_DEPTH = 100
const DEPTH_PER_HIT = 4

export function wordsBackend(ground: BackendParts): Retriever {
  return backend(ground, {
    name: 'words',
    usesWords: true,
    usesVectors: false,
    score: (candidates) => Float64Array.from(candidates.words),
  })
}

export function vanillaBackend(ground: BackendParts): Retriever {
  return backend(ground, {
    name: 'vanilla',
    usesWords: false,
    usesVectors: true,
    score: (candidates) => Float64Array.from(candidates.cosines),
  })
}

export function hybridBackend(
  ground: BackendParts,
  fusion: Fusion = coverageFusion(),
  { coversClauses = false }: Pick<Recipe, 'coversClauses'> = {},
): Retriever {
  return backend(ground, { name: 'hybrid', usesWords: true, usesVectors: true, score: fusion, coversClauses })
}

function backend({ index, embedder }: BackendParts, recipe: Recipe): Retriever {
  return {
    name: recipe.name,
    async retrieve(question, signal): Promise<Retrieval> {
      checkQuestion(question)
      const started = performance.now()
      const terms = recipe.usesWords ? await index.terms(question.text) : null
      const vector = recipe.usesVectors ? await embedQuestion(question, embedder, signal) : null
      const embedded = performance.now()
      const depth = Math.max(LEAST_DEPTH, DEPTH_PER_HIT * question.k)
      const candidates = await index.candidates({ terms, vector, depth, filter: question.filter ?? null })
      const asked = languageOfQuestion(question.text, await index.languages())
      const clauses = recipe.coversClauses === true ? clausesOf(question.text, asked) : []
      const shares = clauses.length > 1 ? await clauseShares(index, clauses, candidates.units) : []
      const searched = performance.now()
      const hits = rank(candidates, shares, recipe, question)
      const explained =
        question.explain === true && terms !== null ? await withMatchingTerms(index, terms, hits) : hits
      const stages = {
        embed: embedded - started,
        search: searched - embedded,
        fuse: performance.now() - searched,
      }
      return { hits: explained, stages }
    },
  }
}

function rank(
  candidates: Candidates,
  shares: readonly Float64Array[],
  recipe: Recipe,
  question: Question,
): Hit[] {
  const { units, papers } = candidates
  const fused = recipe.score(candidates)
  const scores = shares.length === 0 ? fused : coveringScores({ units, scores: fused }, shares)
  const ranked = units.map((unit, i) => ({
    unit,
    paper: papers[i]!,
    score: scores[i]!,
    why: {
      ...(recipe.usesWords ? { words: candidates.words[i]! } : {}),
      ...(recipe.usesVectors ? { cosine: candidates.cosines[i]! } : {}),
    },
  }))
  return rankHits(ranked, question)
}

/**
 * The backends that need no graph: `words` (BM25), `vanilla` (cosine) and `hybrid` (both, fused). They differ in what they request from the
 * index and in how they score its candidates; the rest is one function.
 */
import { compareText, languageOfQuestion } from '../core/index.ts'
import type { CandidateSource, Candidates, IndexView } from '../index/index.ts'
import type { Embedder } from '../models/index.ts'
import { bestFirst } from './best-first.ts'
import { clausesOf } from './clauses.ts'
import { type ClauseShares, coveringScores } from './cover-clauses.ts'
import { coverageFusion, type Fusion } from './fusion.ts'
import type { Hit, Question, Retrieval, Retriever } from './ports.ts'
import { checkQuestion, embedQuestion, firstOfEach, withTerms } from './query-checks.ts'

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
  /** Whether units of each clause rank first if a question has several clauses. */
  readonly coversClauses?: boolean
}

// Candidates of each side: a unit outside the best 100 of both does not reach the first ten of any mix of the two (measured on SciFact: the
// same nDCG@10 to four decimals with 100, 400 and all units).
const MIN_DEPTH = 100
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
      const vector = recipe.usesVectors ? await embedQuestion(question, embedder, signal) : null
      const embedded = performance.now()
      const { hits, searched } = await index.read((view) => search(view, recipe, question, vector))
      const stages = {
        embed: embedded - started,
        search: searched - embedded,
        fuse: performance.now() - searched,
      }
      return { hits, stages }
    },
  }
}

function search(view: IndexView, recipe: Recipe, question: Question, vector: Float32Array | null) {
  const { text, k, filter = null, explain = false } = question
  const terms = recipe.usesWords ? view.terms(text) : null
  const depth = Math.max(MIN_DEPTH, DEPTH_PER_HIT * k)
  const candidates = view.candidates({ terms, vector, depth, filter })
  const clauses =
    recipe.coversClauses === true ? clausesOf(text, languageOfQuestion(text, view.languages())) : []
  const shares =
    clauses.length > 1 ? clauses.map((clause) => sharesOfClause(view, clause, candidates.units)) : []
  const searched = performance.now()
  const hits = rank(candidates, shares, recipe, question)
  return { hits: explain && terms !== null ? hits.map((hit) => withTerms(view, terms, hit)) : hits, searched }
}

function sharesOfClause(view: IndexView, clause: readonly string[], units: readonly string[]): ClauseShares {
  const terms = [...new Set(clause)]
  const rarity = view.rarity(terms)
  const weight = rarity.reduce((sum, one) => sum + one, 0)
  const shares = new Float64Array(units.length)
  for (const [term, places] of view.placesWith(terms, units).entries())
    for (const unit of places) shares[unit]! += rarity[term]! / weight
  return { shares, weight }
}

function rank(
  { units, papers, words, cosines, ...ranges }: Candidates,
  shares: readonly ClauseShares[],
  { score, usesWords, usesVectors }: Recipe,
  { k, onePerPaper }: Question,
): Hit[] {
  const fused = score({ units, papers, words, cosines, ...ranges })
  const scores = shares.length === 0 ? fused : coveringScores({ units, scores: fused }, shares)
  const count = onePerPaper === true ? units.length : k
  const order = bestFirst(scores, count, (one, other) => compareText(units[one]!, units[other]!))
  const chosen = onePerPaper === true ? firstOfEach(order, (at) => papers[at]!) : order
  return chosen.slice(0, k).map((at, place) => ({
    unit: units[at]!,
    paper: papers[at]!,
    score: scores[at]!,
    why: {
      ...(usesWords ? { words: words[at]! } : {}),
      ...(usesVectors ? { cosine: cosines[at]! } : {}),
    },
    rank: place + 1,
  }))
}

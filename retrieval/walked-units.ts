/** Answers a question by a walk: finds the units that may be hits, walks to them and ranks them. The backends differ only in the plan. */
import { type Candidates, joinCandidates, type Range } from '../index/index.ts'
import type { BackendParts } from './backends.ts'
import type { Hit, Question, Retrieval, Retriever } from './ports.ts'
import { checkQuestion, embedQuestion, type Ranked, rankHits, withMatchingTerms } from './query-checks.ts'
import type { Walk } from './walk-from.ts'
import type { Why } from './why.ts'

/** What a backend derives from a question before it searches units. */
export interface WalkPlan {
  /** Number of units that the prior starts at; null for all of them. */
  readonly priorUnits: number | null
  /** A unit's score is multiplied by its similarity to the question, on the corpus's scale, to this power; 0 weighs all alike. */
  readonly similarityExponent: number
  /** Scores the similar units, and the `count` units with the highest scores. */
  readonly walk: (best: Candidates, count: number) => Walk | Promise<Walk>
  /** Returns further reasons for each unit; called if the question asks for explanations. */
  readonly whys: (units: readonly string[], best: Candidates) => readonly Why[] | Promise<readonly Why[]>
}

/** The backend that answers in place of a walk. */
export interface NoWalk {
  readonly instead: Retriever
}

export interface WalkQuestion<G extends BackendParts> {
  readonly ground: G
  readonly question: Question
  readonly signal: AbortSignal | undefined
}

// Chosen, not measured: more than the hits, because several may be of one paper.
const MIN_UNITS = 100
const UNITS_PER_HIT = 4

/** Answers the question. `prepareWalk` receives the question's vector, null if the embedder finds nothing in it. */
export async function retrieveByWalk(
  { ground, question, signal }: WalkQuestion<BackendParts>,
  begin: (vector: Float32Array | null) => Promise<WalkPlan | NoWalk>,
): Promise<Retrieval> {
  checkQuestion(question)
  const started = performance.now()
  const vector = await embedQuestion(question, ground.embedder, signal)
  const embedded = performance.now()
  const plan = await begin(vector)
  const linked = performance.now()
  if ('instead' in plan) {
    const { name: by, retrieve } = plan.instead
    const retrieval = await retrieve({ ...question, vector }, signal)
    const { stages } = retrieval
    return { ...retrieval, by, stages: { ...stages, embed: embedded - started, link: linked - embedded } }
  }
  const depth = plan.priorUnits ?? Math.max(1, await ground.index.size())
  const query = { terms: null, vector, depth, filter: question.filter ?? null }
  const best = await ground.index.candidates(query)
  const found = performance.now()
  const walk = await plan.walk(best, wantedUnits(question))
  const walkMs = performance.now() - found
  const known = new Set(best.units)
  const further = [...walk.scores.keys()].filter((unit) => !known.has(unit))
  const candidates =
    further.length === 0
      ? best
      : joinCandidates(best, await ground.index.candidates({ ...query, units: further }))
  const searched = performance.now()
  const hits = rankHits(rankedBy(walk, candidates, plan), question)
  const explained = await explain({ ground, question, signal }, plan, { hits, best: candidates })
  const stages = {
    embed: embedded - started,
    link: linked - embedded,
    search: searched - linked - walkMs,
    walk: walkMs,
    fuse: performance.now() - searched,
  }
  return { hits: explained, stages }
}

/** Returns how many units to score: more than the hits, as several may be of one paper; all if a filter may drop the first. */
function wantedUnits({ k, filter }: Question): number {
  return filter === undefined ? Math.max(MIN_UNITS, UNITS_PER_HIT * k) : Number.POSITIVE_INFINITY
}

function rankedBy(
  walk: Walk,
  { units, papers, cosines, cosineRange }: Candidates,
  { similarityExponent }: WalkPlan,
): Ranked[] {
  return units.map((unit, i) => ({
    unit,
    paper: papers[i]!,
    score: (walk.scores.get(unit) ?? 0) * similarity(cosines[i]!, cosineRange) ** similarityExponent,
    why: { cosine: cosines[i]!, walk: { names: [] } },
  }))
}

/** Returns 0 for the unit least similar to the question up to 1 for the most similar one; 1 for all if all cosines are equal. */
function similarity(cosine: number, { lowest, highest }: Range): number {
  return highest > lowest ? Math.max(0, (cosine - lowest) / (highest - lowest)) : 1
}

async function explain(
  { ground, question }: WalkQuestion<BackendParts>,
  { whys }: WalkPlan,
  { hits, best }: { readonly hits: readonly Hit[]; readonly best: Candidates },
): Promise<readonly Hit[]> {
  if (question.explain !== true) return hits
  const units = hits.map(({ unit }) => unit)
  const said = await whys(units, best)
  const explained = hits.map((hit, i) => ({ ...hit, why: { ...hit.why, ...said[i]! } }))
  return withMatchingTerms(ground.index, await ground.index.terms(question.text), explained)
}

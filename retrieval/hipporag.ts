/**
 * `hipporag`: personalised PageRank over units, names and facts, from the ends of the facts nearest to the question and from units like
 * it. Source: HippoRAG 2 (specs/hipporag.md, 3); `ours` walks over the names of units too and starts at the question's names as well.
 */
import { words } from '../core/index.ts'
import {
  type CorpusFacts,
  createPushRanker,
  type FactGraph,
  type FactGraphName,
  type LinkedName,
  PHRASE_WEIGHT,
  type PushRanker,
  powerRank,
} from '../graph/index.ts'
import type { Candidates } from '../index/index.ts'
import { explainSeeds } from './explain-walk.ts'
import { type FoundFact, nearestFacts, recognised, seedsOfFacts } from './hipporag-facts.ts'
import { type HippoSettings, OUR_HIPPO } from './hipporag-settings.ts'
import type { FactWhy, Hit, Question, Retriever } from './ports.ts'
import { checkQuestion, hitsOf, vectorOf, withTerms } from './question.ts'
import type { NamedGround } from './walk.ts'
import { type Rank, type Seeds, type Walk, walkSeeds, withPrior } from './walk-from.ts'

export interface FactGround extends NamedGround {
  readonly facts: (graph: FactGraphName) => Promise<CorpusFacts>
}

const LEAST_UNITS = 100
const UNITS_PER_HIT = 4
// Halves the distance to the fixed point each: below 1e-4 in sum.
const POWER_ROUNDS = 14

export function hippoRagBackend(ground: FactGround, settings: HippoSettings = OUR_HIPPO): Retriever {
  const ranker = createPushRanker()
  const rank = rankBy(settings, ranker)
  return {
    name: 'hipporag',
    async retrieve(question, signal) {
      checkQuestion(question)
      const started = performance.now()
      const vector = await vectorOf(question.text, ground.embedder, signal)
      const embedded = performance.now()
      const corpusFacts = await ground.facts(settings.graph)
      const linked = settings.hasLinkedNames ? await linkedNames(ground, question.text) : []
      const near = await nearestFacts(corpusFacts, vector, settings.seedFacts)
      const found = settings.isLexical
        ? recognised(near, question.text, new Set(linked.map(({ name }) => name)))
        : near
      const graph = await corpusFacts.whenCurrent((state) => state.graph)
      const linkedAt = performance.now()
      let walk: Walk | null = null
      let walkMs = 0
      const candidates = await ground.index.candidates({
        terms: null,
        vector,
        depth: settings.priorUnits ?? Math.max(1, await ground.index.size()),
        filter: question.filter ?? null,
        also: (best) => {
          const before = performance.now()
          const { seeds } = startOf(graph, { found, linked, best }, settings)
          walk = walkSeeds(graph, rank, { seeds, best, count: wantedUnits(question) })
          walkMs = performance.now() - before
          return walk.scores.keys()
        },
      })
      const searched = performance.now()
      const hits = hitsOf(rankedBy(walk, candidates), question)
      const start = { found, linked, best: candidates }
      const explained = await explain({ ground, question, hits, graph, ranker, settings }, start)
      const stages = {
        embed: embedded - started,
        link: linkedAt - embedded,
        search: searched - linkedAt - walkMs,
        walk: walkMs,
        fuse: performance.now() - searched,
      }
      return { hits: explained, stages }
    },
  }
}

/** A push reads what a start at some units reaches; from all units on, whole rounds are faster and as exact. */
function rankBy({ priorUnits, damping }: HippoSettings, ranker: PushRanker): Rank {
  if (priorUnits !== null) return (view, reset) => ranker.rank(view, reset, { damping })
  return (view, reset) => {
    const { scores } = powerRank(view, reset, { damping, rounds: POWER_ROUNDS })
    return { nodes: scores.keys(), scores }
  }
}

async function linkedNames({ names }: NamedGround, question: string): Promise<LinkedName[]> {
  return (await names()).whenCurrent(({ graph }) => graph.link(question))
}

/** The first units of the walk; all of them where a filter may leave out the first. */
function wantedUnits({ k, filter }: Question): number {
  return filter === undefined ? Math.max(LEAST_UNITS, UNITS_PER_HIT * k) : Number.POSITIVE_INFINITY
}

interface HippoStart {
  readonly found: readonly FoundFact[]
  readonly linked: readonly LinkedName[]
  readonly best: Candidates
}

interface SeedName {
  readonly node: number
  readonly name: string
  readonly asked: string
}

/** Seeds, those of names first, and the names. A name that is both in the question and in a fact counts with the sum. */
function startOf(
  graph: FactGraph,
  { found, linked, best }: HippoStart,
  settings: HippoSettings,
): { readonly seeds: Seeds; readonly names: readonly SeedName[] } {
  const unitsWith = (name: string) => graph.unitsWith(graph.nameNode(name) ?? -1)
  const names = new Map<number, SeedName & { weight: number }>()
  const add = (name: string, asked: string, weight: number) => {
    const node = graph.nameNode(name)
    if (node === undefined) return
    const known = names.get(node)
    if (known === undefined) names.set(node, { node, name, asked, weight })
    else known.weight += weight
  }
  for (const { name, asked, share, units, isPhrase } of linked)
    add(name, asked, (share * (isPhrase ? PHRASE_WEIGHT : 1)) / units)
  for (const { name, weight } of seedsOfFacts(found, unitsWith, settings)) add(name, name, weight)
  const seeds = { nodes: [...names.keys()], weights: [...names.values()].map(({ weight }) => weight) }
  return { seeds: withPrior(graph, seeds, best, settings.priorWeight), names: [...names.values()] }
}

function rankedBy(walk: Walk | null, { units, papers, cosines }: Candidates) {
  return units.map((unit, i) => ({
    unit,
    paper: papers[i]!,
    score: walk?.scores.get(unit) ?? 0,
    why: { cosine: cosines[i]!, walk: { names: [] } },
  }))
}

interface Explained {
  readonly ground: FactGround
  readonly question: Question
  readonly hits: readonly Hit[]
  readonly graph: FactGraph
  readonly ranker: PushRanker
  readonly settings: HippoSettings
}

async function explain(
  { ground, question, hits, graph, ranker, settings }: Explained,
  start: HippoStart,
): Promise<readonly Hit[]> {
  if (question.explain !== true) return hits
  const { seeds, names } = startOf(graph, start, settings)
  const units = hits.map(({ unit }) => unit)
  const walks = explainSeeds(graph, ranker, { units, seeds, names })
  const whys = hits.map((hit, i) => ({
    ...hit,
    why: { ...hit.why, walk: walks[i]!, facts: factsFor(hit.unit, start.found) },
  }))
  return withTerms(ground.index, words(question.text), whys)
}

function factsFor(unit: string, found: readonly FoundFact[]): FactWhy[] {
  return found.map(({ subject, predicate, object, cosine, units }) => ({
    subject,
    predicate,
    object,
    cosine,
    isStated: units.includes(unit),
  }))
}

/**
 * `hipporag`: personalised PageRank over units, names and facts, from names, from the ends of the facts nearest to the question and from
 * units like it. Source: HippoRAG 2 (specs/hipporag.md, 3); what is ours: hipporag-settings.ts.
 */
import { words } from '../core/index.ts'
import {
  type CorpusFacts,
  createPushRanker,
  type FactGraph,
  type FactGraphName,
  type LinkedName,
  type PushRanker,
  powerRank,
} from '../graph/index.ts'
import { explainSeeds } from './explain-walk.ts'
import { type FoundFact, nearestFacts, recognisedFacts } from './hipporag-facts.ts'
import { type HippoSettings, OUR_HIPPO } from './hipporag-settings.ts'
import { countsFacts, type HippoStart, startOf } from './hipporag-start.ts'
import { type AskedModel, type MeteredChat, meteredChat } from './model-usage.ts'
import type { FactWhy, Hit, Question, Retriever } from './ports.ts'
import { checkQuestion, hitsOf, vectorOf, withTerms } from './question.ts'
import type { NamedGround } from './walk.ts'
import { type Rank, type Walk, walkSeeds } from './walk-from.ts'
import { rankedBy, wantedUnits } from './walked-units.ts'

/** The graphs of facts are opened with the first question that needs one. */
export interface FactGround extends NamedGround {
  readonly facts: (graph: FactGraphName) => Promise<CorpusFacts>
}

// Each halves the distance to the fixed point: below 1e-4 in sum.
const POWER_ROUNDS = 14

/** `model` is for settings that ask one. Throws `GRAPH_MISSING` as the ground does, `MODEL_UNAVAILABLE` as the model does. */
export function hippoRagBackend(
  ground: FactGround,
  settings: HippoSettings = OUR_HIPPO,
  model: AskedModel | null = null,
): Retriever {
  const ranker = createPushRanker()
  const rank = rankBy(settings, ranker)
  return {
    name: 'hipporag',
    async retrieve(question, signal) {
      checkQuestion(question)
      const started = performance.now()
      const vector = await vectorOf(question.text, ground.embedder, signal)
      const embedded = performance.now()
      const metered = model === null || settings.recognition !== 'model' ? null : meteredChat(model)
      const { graph, found, linked } = await begin({ ground, settings, question, metered, signal }, vector)
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
      return { hits: explained, stages, ...(metered === null ? {} : { usage: metered.usage() }) }
    },
  }
}

/**
 * A push reads what a start at some units reaches. From all units on it leaves more undone: with 1,890 of them 3.6 ms and R@5 .657,
 * whole rounds 5.0 ms and .660 (MuSiQue, MiniLM, published settings).
 */
function rankBy({ priorUnits, damping }: HippoSettings, ranker: PushRanker): Rank {
  if (priorUnits !== null) return (view, reset) => ranker.rank(view, reset, { damping })
  return (view, reset) => {
    const { scores } = powerRank(view, reset, { damping, rounds: POWER_ROUNDS })
    return { nodes: scores.keys(), scores }
  }
}

interface Beginning {
  readonly ground: FactGround
  readonly settings: HippoSettings
  readonly question: Question
  readonly metered: MeteredChat | null
  readonly signal: AbortSignal | undefined
}

interface Begun extends Omit<HippoStart, 'best'> {
  readonly graph: FactGraph
}

async function begin(
  { ground, settings, question: { text }, metered, signal }: Beginning,
  vector: Float32Array | null,
): Promise<Begun> {
  const facts = await ground.facts(settings.graph)
  const linked = settings.startsAt === 'facts' ? [] : await linkedNames(ground, text)
  const near = countsFacts(settings, linked) ? await nearestFacts(facts, vector, settings.seedFacts) : []
  const names = new Set(linked.map(({ name }) => name))
  const { recognition } = settings
  const found = await recognisedFacts(near, { question: text, names, recognition, metered, signal })
  return { graph: await facts.whenCurrent(({ graph }) => graph), found, linked }
}

async function linkedNames({ names }: NamedGround, question: string): Promise<LinkedName[]> {
  return (await names()).whenCurrent(({ graph }) => graph.link(question))
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

export function factsFor(unit: string, found: readonly Omit<FoundFact, 'score'>[]): FactWhy[] {
  return found.map(({ subject, predicate, object, cosine, units }) => ({
    subject,
    predicate,
    object,
    cosine,
    isStated: units.includes(unit),
  }))
}

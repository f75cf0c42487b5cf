/**
 * `hipporag`: personalised PageRank over units, names and facts. It starts at names, at the subjects and objects of the facts nearest to
 * the question, and at units similar to it. Source: HippoRAG 2 (specs/hipporag.md, 3); our changes: settings.ts.
 */
import type { CorpusFacts, FactGraphName } from '../../graph/facts/index.ts'
import { createPushRanker, type LinkedName, type PushRanker, powerRank } from '../../graph/index.ts'
import { vanillaBackend } from '../backends.ts'
import { explainSeeds } from '../explain-walk.ts'
import { type BackendModel, type MeteredChat, meteredChat } from '../model-usage.ts'
import type { Retriever } from '../ports.ts'
import type { NamedGround } from '../walk.ts'
import { type Rank, walkSeeds } from '../walk-from.ts'
import { retrieveByWalk, type WalkQuestion } from '../walked-units.ts'
import type { FactWhy } from '../why.ts'
import { type FoundFact, nearestFacts, recognisedFacts } from './facts.ts'
import { startsAtFacts, walkStart } from './seeds.ts'
import { type HippoSettings, OUR_HIPPO } from './settings.ts'

/** A corpus whose fact graphs are opened by the first question that needs one. */
export interface FactGround extends NamedGround {
  readonly facts: (graph: FactGraphName) => Promise<CorpusFacts>
}

const ASKING: ReadonlySet<HippoSettings['recognition']> = new Set(['model', 'published'])
// Each round halves the distance to the fixed point: below 1e-4 in sum.
const POWER_ROUNDS = 14

/** Opens the backend; some settings ask `model`. Throws `GRAPH_MISSING` as the ground does, `MODEL_UNAVAILABLE` as the model does. */
export function hippoRagBackend(
  ground: FactGround,
  settings: HippoSettings = OUR_HIPPO,
  model: BackendModel | null = null,
): Retriever {
  const ranker = createPushRanker()
  const rank = rankBy(settings, ranker)
  const dense = vanillaBackend(ground)
  return {
    name: 'hipporag',
    async prepare() {
      await ground.facts(settings.graph)
    },
    async retrieve(question, signal) {
      const metered =
        model === null || !ASKING.has(settings.recognition) ? null : meteredChat(model, question.ledger)
      const asked = { ground, question, signal }
      const retrieval = await retrieveByWalk(asked, async (vector) => {
        const { graph, ...begun } = await prepareWalk({ ...asked, settings, metered }, vector)
        if (settings.recognition === 'published' && begun.found.length === 0) return { instead: dense }
        return {
          priorUnits: settings.priorUnits,
          similarityExponent: 0,
          walk: (best, count) => {
            const { seeds } = walkStart(graph, { ...begun, best }, settings)
            return walkSeeds(graph, rank, { seeds, best, count })
          },
          whys: (units, best) => {
            const start = walkStart(graph, { ...begun, best }, settings)
            // A model may name a fact twice, which doubles its weight.
            const stated = [...new Set(begun.found)]
            const walks = explainSeeds(graph, ranker, { units, ...start })
            return units.map((unit, i) => ({ walk: walks[i]!, facts: factsFor(unit, stated) }))
          },
        }
      })
      return { ...retrieval, ...(metered === null ? {} : { usage: metered.usage() }) }
    },
  }
}

/**
 * Returns the ranking method. A push is enough for a start at some units. From all units it leaves a larger residual: with 1,890 of them
 * 3.6 ms and R@5 .657, whole rounds 5.0 ms and .660 (MuSiQue, MiniLM, published settings).
 */
function rankBy({ priorUnits, damping }: HippoSettings, ranker: PushRanker): Rank {
  if (priorUnits !== null) return (view, reset) => ranker.rank(view, reset, { damping })
  return (view, reset) => {
    const scores = powerRank(view, reset, { damping, rounds: POWER_ROUNDS })
    return { nodes: scores.keys(), scores }
  }
}

interface WalkRequest extends WalkQuestion<FactGround> {
  readonly settings: HippoSettings
  readonly metered: MeteredChat | null
}

async function prepareWalk(
  { ground, settings, question: { text }, metered, signal }: WalkRequest,
  vector: Float32Array | null,
) {
  const facts = await ground.facts(settings.graph)
  const linked = settings.startsAt === 'facts' ? [] : await linkedNames(ground, text)
  const near = startsAtFacts(settings, linked) ? await nearestFacts(facts, vector, settings.seedFacts) : []
  const names = new Set(linked.map(({ name }) => name))
  const { recognition } = settings
  const found = await recognisedFacts(near, { question: text, names, recognition, metered, signal })
  return { graph: await facts.whenCurrent(({ graph }) => graph), found, linked }
}

async function linkedNames({ names }: NamedGround, question: string): Promise<readonly LinkedName[]> {
  return (await (await names()).ask(question)).linked
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

/**
 * `walk`: personalised PageRank over units and the names in them, from the names in the question and from similar units. It needs no model
 * but the embedder. Source: specs/key-free-graph.md; our changes were chosen on two of 2Wiki, MuSiQue and HotpotQA and checked on the third
 * (docs/decisions/2026-11-22-walk-on-three-sets.md): the prior is small and starts at the nearest units alone, so that a walk does not
 * touch the whole graph, and a unit's score is weighted by its similarity to the question.
 */
import { createPushRanker, type NameSource } from '../graph/index.ts'
import type { BackendParts } from './backends.ts'
import { explainWalk } from './explain-walk.ts'
import type { Retriever } from './ports.ts'
import { reachUnits, walkFrom } from './walk-from.ts'
import { retrieveByWalk } from './walked-units.ts'

export interface NamedGround extends BackendParts {
  readonly names: () => Promise<NameSource>
}

/** Number of units that the prior starts at; all of them are no better. */
const PRIOR_UNITS = 400
/**
 * A name leads to all units that have it: a film's title to its actors as much as to its director. Similar units therefore count more.
 * Without it MuSiQue loses .05 R@5, HotpotQA .01, 2Wiki nothing (docs/decisions/2026-11-22-walk-on-three-sets.md).
 */
const SIMILARITY_EXPONENT = 2

export function walkBackend(ground: NamedGround): Retriever {
  const ranker = createPushRanker()
  return {
    name: 'walk',
    retrieve: (question, signal) =>
      retrieveByWalk({ ground, question, signal }, async () => {
        const names = await (await ground.names()).ask(question.text)
        const { graph, linked, reach } = names
        return {
          priorUnits: PRIOR_UNITS,
          similarityExponent: SIMILARITY_EXPONENT,
          walk: async (best, count) => {
            await reachUnits(names, ranker, best, count)
            return walkFrom(graph, ranker, { linked, best }, count)
          },
          whys: async (units, best) => {
            await reach?.ids()
            return explainWalk(graph, ranker, { linked, best, units }).map((walk) => ({ walk }))
          },
        }
      }),
  }
}

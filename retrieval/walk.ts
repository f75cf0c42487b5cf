/**
 * `walk`: personalised PageRank over units and the names in them, from the names in the question and from units like it. No model but
 * the embedder. Source: specs/key-free-graph.md, measured there on MuSiQue and HotpotQA; the settings are its own but for the prior,
 * which starts at the nearest units alone so that a walk does not touch the whole graph.
 */
import { type CorpusNames, createPushRanker } from '../graph/index.ts'
import type { BackendParts } from './backends.ts'
import { explainWalk } from './explain-walk.ts'
import type { Retriever } from './ports.ts'
import { walkFrom } from './walk-from.ts'
import { retrieveWalked } from './walked-units.ts'

export interface NamedGround extends BackendParts {
  readonly names: () => Promise<CorpusNames>
}

/** Units that the prior starts at. MuSiQue R@5 .733 with 400, .712 with 100, .728 with all (static embedder). */
const PRIOR_UNITS = 400

export function walkBackend(ground: NamedGround): Retriever {
  const ranker = createPushRanker()
  return {
    name: 'walk',
    retrieve: (question, signal) =>
      retrieveWalked({ ground, question, signal }, async () => {
        const names = await ground.names()
        const { graph, linked } = await names.whenCurrent((state) => ({
          graph: state.graph,
          linked: state.graph.link(question.text),
        }))
        return {
          priorUnits: PRIOR_UNITS,
          walk: (best, count) => walkFrom(graph, ranker, { linked, best }, count),
          whys: (units, best) =>
            explainWalk(graph, ranker, { linked, best, units }).map((walk) => ({ walk })),
        }
      }),
  }
}

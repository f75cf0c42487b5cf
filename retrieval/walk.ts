/**
 * `walk`: personalised PageRank over units and the names in them, from the names in the question and from units like it. No model but
 * the embedder. Source: specs/key-free-graph.md, measured there on MuSiQue and HotpotQA; the settings are its own but for the prior,
 * which starts at the nearest units alone so that a walk does not touch the whole graph.
 */
import { words } from '../core/index.ts'
import { type CorpusNames, createPushRanker, type LinkedName, type NameGraph } from '../graph/index.ts'
import type { Candidates } from '../index/index.ts'
import type { Ground } from './backends.ts'
import { explainWalk } from './explain-walk.ts'
import type { Hit, Question, Retriever } from './ports.ts'
import { checkQuestion, hitsOf, vectorOf, withTerms } from './question.ts'
import { type Walk, walkFrom } from './walk-from.ts'
import { rankedBy, wantedUnits } from './walked-units.ts'

export interface NamedGround extends Ground {
  readonly names: () => Promise<CorpusNames>
}

/** Units that the prior starts at. MuSiQue R@5 .733 with 400, .712 with 100, .728 with all (static embedder). */
const PRIOR_UNITS = 400

export function walkBackend(ground: NamedGround): Retriever {
  const ranker = createPushRanker()
  return {
    name: 'walk',
    async retrieve(question, signal) {
      checkQuestion(question)
      const started = performance.now()
      const vector = await vectorOf(question.text, ground.embedder, signal)
      const embedded = performance.now()
      const names = await ground.names()
      const { graph, linked } = await names.whenCurrent((state) => ({
        graph: state.graph,
        linked: state.graph.link(question.text),
      }))
      const linkedAt = performance.now()
      let walk: Walk | null = null
      let walkMs = 0
      const candidates = await ground.index.candidates({
        terms: null,
        vector,
        depth: PRIOR_UNITS,
        filter: question.filter ?? null,
        also: (best) => {
          const before = performance.now()
          walk = walkFrom(graph, ranker, { linked, best }, wantedUnits(question))
          walkMs = performance.now() - before
          return walk.scores.keys()
        },
      })
      const searched = performance.now()
      const hits = hitsOf(rankedBy(walk, candidates), question)
      const explained = await explain(ground, { question, hits, graph, linked, candidates }, ranker)
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

interface Explained {
  readonly question: Question
  readonly hits: readonly Hit[]
  readonly graph: NameGraph
  readonly linked: readonly LinkedName[]
  readonly candidates: Candidates
}

async function explain(
  { index }: Ground,
  { question, hits, graph, linked, candidates }: Explained,
  ranker: ReturnType<typeof createPushRanker>,
): Promise<readonly Hit[]> {
  if (question.explain !== true) return hits
  const whys = explainWalk(graph, ranker, { linked, best: candidates, units: hits.map(({ unit }) => unit) })
  const walked = hits.map((hit, i) => ({ ...hit, why: { ...hit.why, walk: whys[i]! } }))
  return withTerms(index, words(question.text), walked)
}

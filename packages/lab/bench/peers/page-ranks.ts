/**
 * Personalised PageRank on our graph of the names of a judged set, from the seeds that `walk` takes for its questions: our push as the
 * backend uses it, with the choice of the best units, against igraph's exact solution on the same graph.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPushRanker, type GraphView, type NameGraph, powerRank } from '../../../../graph/index.ts'
import {
  DAMPING,
  type Seeds,
  type Start,
  seedsOf,
  type Walk,
  walkFrom,
} from '../../../../retrieval/walk-from.ts'
import type { Task } from './compare.ts'
import type { JudgedCorpus } from './judged-corpus.ts'
import { timedItems } from './our-times.ts'
import { meanOverlap, pythonPeer, type TaskGround } from './task-ground.ts'

const OURS = 'walk'
/** As retrieval/walk.ts. */
const PRIOR_UNITS = 400
/** As retrieval asks for at the least. */
const WALKED_UNITS = 100
const BEST = 20
const QUESTIONS = 100
const EXACT = { damping: DAMPING, rounds: 200, tolerance: 1e-12 }

interface Reset extends Seeds {
  readonly start: Start
}

export async function pageRanks(ground: TaskGround, name: string, corpus: JudgedCorpus): Promise<Task> {
  const { graph, resets } = await readQuestions(corpus)
  const view = graph.view()
  const units = Array.from({ length: view.nodes }, (_, node) => node).filter(
    (node) => graph.unitAt(node) !== null,
  )
  const truth = resets.map((reset) => bestOf(units, powerRank(view, reset, EXACT).scores))
  const edges = writeGraph(ground.folder, { view, resets, units })
  const ranker = createPushRanker()
  return {
    name: `PageRank: names of ${name}, ${view.nodes} nodes, ${edges} directed edges, ${resets.length} questions`,
    per: 'question',
    quality: `of the true ${BEST} best units`,
    worth: (found) => meanOverlap(truth, found),
    ours: [
      {
        name: OURS,
        async round() {
          const walks: Walk[] = []
          const round = await timedItems(resets, ({ start }) => {
            walks.push(walkFrom(graph, ranker, start, WALKED_UNITS))
          })
          return { ...round, found: walks.map((walk) => bestWalked(graph, walk)) }
        },
      },
    ],
    peers: [
      {
        ...pythonPeer(ground, 'igraph', 'igraph'),
        against: [OURS],
        build: { folder: ground.folder, nodes: view.nodes, damping: DAMPING },
        round: { k: BEST },
      },
    ],
  }
}

async function readQuestions({ session, set }: JudgedCorpus) {
  const names = await session.names()
  const graph = await names.whenCurrent((state) => state.graph)
  const texts = set.questions.slice(0, QUESTIONS).map(({ text }) => text)
  const vectors = await session.embedder.embed(texts)
  const resets: Reset[] = []
  for (const [question, text] of texts.entries()) {
    const query = { terms: null, vector: vectors[question]!, depth: PRIOR_UNITS, filter: null }
    const start = { linked: graph.link(text), best: await session.index.candidates(query) }
    const seeds = seedsOf(graph, start)
    if (seeds.nodes.length > 0) resets.push({ ...seeds, start })
  }
  return { graph, resets }
}

function bestOf(units: readonly number[], scores: ArrayLike<number>): number[] {
  return units.toSorted((a, b) => scores[b]! - scores[a]! || a - b).slice(0, BEST)
}

function bestWalked(graph: NameGraph, { scores }: Walk): number[] {
  const walked = [...scores].flatMap(([unit, score]) => {
    const node = graph.unitNode(unit)
    return node === undefined ? [] : [{ node, score }]
  })
  return walked
    .sort((a, b) => b.score - a.score || a.node - b.node)
    .slice(0, BEST)
    .map(({ node }) => node)
}

interface WrittenGraph {
  readonly view: GraphView
  readonly resets: readonly Reset[]
  readonly units: readonly number[]
}

/** Returns the number of edges. */
function writeGraph(folder: string, { view, resets, units }: WrittenGraph): number {
  const ends: number[] = []
  const weights: number[] = []
  for (let node = 0; node < view.nodes; node++)
    for (let cell = view.starts[node]!; cell < view.starts[node]! + view.degrees[node]!; cell++) {
      ends.push(node, view.targets[cell]!)
      weights.push(view.weights[cell]!)
    }
  writeFileSync(join(folder, 'edges.u32'), Uint32Array.from(ends))
  writeFileSync(join(folder, 'weights.f32'), Float32Array.from(weights))
  writeFileSync(join(folder, 'units.json'), JSON.stringify(units))
  writeFileSync(
    join(folder, 'resets.json'),
    JSON.stringify(resets.map(({ nodes, weights: shares }) => ({ nodes, weights: shares }))),
  )
  return weights.length
}

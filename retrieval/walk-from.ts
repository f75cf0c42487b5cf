/** Runs one walk: where it starts, and how much of its weight arrives at each unit. */
import {
  type GraphView,
  type LinkedName,
  PHRASE_WEIGHT,
  type PushRanker,
  type QuestionNames,
  type Reset,
  type UnitGraph,
} from '../graph/index.ts'
import type { Candidates } from '../index/index.ts'

/** Prior of the nearest unit; names weigh 1 / (units with the name). Like the next: docs/decisions/2026-11-22-walk-on-three-sets.md. */
const PRIOR_WEIGHT = 0.001
/** Residual per edge at which a walk stops: five times the ranker's own, for half the time and the same recall on three sets. */
const EPSILON = 5e-6
/** Damping of the walk, chosen like the prior; the recipe of key-free-graph.md has .5. */
export const DAMPING = 0.6
/** Rounds in which edges of a remote graph are fetched, and nodes in each: docs/decisions/2026-11-27-walk-in-postgresql.md. */
const ROUNDS = 3
const NODES_PER_ROUND = 200
/** After the first of these, nodes with a lower score are not worth fetching their edges. */
const SURE_NODES = 50
const MIN_SCORE = 5e-4
// Scores that differ by less are equal: the order in which doubles were added must not affect a rank.
const SCORE_STEPS = 1e12

export interface Start {
  readonly linked: readonly LinkedName[]
  readonly best: Candidates
}

/** What a walk gave the units that may become hits. */
export interface Walk {
  /** Scores by unit id, as shares of the whole reset; 0 for units that the graph does not have. */
  readonly scores: ReadonlyMap<string, number>
}

/** Seeds of a walk. `alone` are units without names, which keep their initial score. */
export interface Seeds {
  readonly nodes: number[]
  readonly weights: number[]
  readonly alone: readonly { readonly unit: string; readonly weight: number }[]
}

/** Computes personalised PageRank: returns the nodes with a score, and scores by node. */
export type Rank = (
  view: GraphView,
  reset: Reset,
) => { readonly nodes: Iterable<number>; readonly scores: Float64Array }

/** Scores the candidates, and the `count` units with the highest scores; Infinity for every unit with a score. */
export function walkFrom(graph: UnitGraph, ranker: PushRanker, start: Start, count: number): Walk {
  return walkSeeds(graph, rankBy(ranker), { seeds: seedsOf(graph, start), best: start.best, count })
}

function rankBy(ranker: PushRanker): Rank {
  return (view, reset) => ranker.rank(view, reset, { damping: DAMPING, epsilon: EPSILON })
}

/**
 * Fetches the part of a remote graph that a walk reaches: in each round the edges of the nodes with the highest scores in the part fetched
 * so far; finally the ids of the units that may become hits.
 */
export async function reachUnits(
  { graph, linked, reach }: QuestionNames,
  ranker: PushRanker,
  best: Candidates,
  count: number,
): Promise<void> {
  if (reach === null) return
  await reach.units(best.units)
  const { nodes, weights } = seedsOf(graph, { linked, best })
  if (weights.every((weight) => weight === 0)) return
  const rank = rankBy(ranker)
  for (let round = 0; round < ROUNDS; round++) {
    const ranks = rank(graph.view(), { nodes, weights })
    const open = bestNodes(ranks, NODES_PER_ROUND, (node) => !reach.isFetched(node))
    const due = open.filter((node, at) => at < SURE_NODES || ranks.scores[node]! >= MIN_SCORE)
    if (due.length === 0) break
    await reach.edges(due)
  }
  await reach.ids(bestUnits(graph, rank(graph.view(), { nodes, weights }), count))
}

export interface SeededWalk {
  readonly seeds: Seeds
  readonly best: Candidates
  readonly count: number
}

export function walkSeeds(graph: UnitGraph, rank: Rank, { seeds, best, count }: SeededWalk): Walk {
  const { nodes, weights, alone } = seeds
  const inGraph = weights.reduce((sum, weight) => sum + weight, 0)
  const whole = inGraph + alone.reduce((sum, { weight }) => sum + weight, 0)
  const scores = new Map(alone.map(({ unit, weight }) => [unit, weight / whole]))
  if (inGraph === 0) return { scores }
  const ranks = rank(graph.view(), { nodes, weights })
  const put = (unit: string, node: number) =>
    scores.set(unit, rounded((ranks.scores[node]! * inGraph) / whole))
  for (const unit of best.units) {
    const node = graph.unitNode(unit)
    if (node !== undefined) put(unit, node)
  }
  for (const node of bestUnits(graph, ranks, count)) put(graph.unitAt(node)!, node)
  return { scores }
}

/** Returns the nodes of the units with the highest scores, unordered. */
function bestUnits(graph: UnitGraph, ranks: ReturnType<Rank>, count: number): number[] {
  return bestNodes(ranks, count, (node) => graph.nameAt(node) === null)
}

/** Returns the highest-scored nodes. Cost: one visit of each node reached. */
function bestNodes(
  { nodes, scores }: ReturnType<Rank>,
  count: number,
  isWanted: (node: number) => boolean,
): number[] {
  const best: number[] = []
  for (const node of nodes) {
    const score = scores[node]!
    if (best.length >= count && score <= scores[best.at(-1)!]!) continue
    if (!isWanted(node)) continue
    if (count === Number.POSITIVE_INFINITY) best.push(node)
    else insert(best, node, scores, count)
  }
  return best
}

/** Keeps `best` sorted by falling score. */
function insert(best: number[], node: number, scores: Float64Array, count: number): void {
  let low = 0
  let high = best.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (scores[best[middle]!]! >= scores[node]!) low = middle + 1
    else high = middle
  }
  best.splice(low, 0, node)
  if (best.length > count) best.pop()
}

/** Returns 1 / (units with the name) for each name of the question, less for a phrase, and the prior. */
export function seedsOf(graph: UnitGraph, { linked, best }: Start): Seeds {
  const nodes = linked.map(({ node }) => node)
  const weights = linked.map(({ share, units, isPhrase }) => (share * (isPhrase ? PHRASE_WEIGHT : 1)) / units)
  return withPrior(graph, { nodes, weights }, best, PRIOR_WEIGHT)
}

/** Adds the prior to seeds: each candidate's cosine on the corpus's scale, `priorWeight` for the nearest. */
export function withPrior(
  graph: Pick<UnitGraph, 'unitNode'>,
  { nodes, weights }: Pick<Seeds, 'nodes' | 'weights'>,
  best: Candidates,
  priorWeight: number,
): Seeds {
  const alone: { unit: string; weight: number }[] = []
  const { lowest, highest } = best.cosineRange
  for (const [i, unit] of best.units.entries()) {
    const weight = highest > lowest ? (priorWeight * (best.cosines[i]! - lowest)) / (highest - lowest) : 0
    if (weight <= 0) continue
    const node = graph.unitNode(unit)
    if (node === undefined) alone.push({ unit, weight })
    else {
      nodes.push(node)
      weights.push(weight)
    }
  }
  return { nodes, weights, alone }
}

function rounded(score: number): number {
  return Math.round(score * SCORE_STEPS) / SCORE_STEPS
}

/** One walk: where it starts, and how much of it arrives at which unit. */
import { type LinkedName, type NameGraph, PHRASE_WEIGHT, type PushRanker } from '../graph/index.ts'
import type { Candidates } from '../index/index.ts'

/** Weight of the nearest unit beside names of 1 / (units with the name). Source: key-free-graph.md, "What helped": .02 instead of .05. */
export const PRIOR_WEIGHT = 0.02
/** Damping of the walk. Source: key-free-graph.md, recipe 4; .5 to .7 measured alike. */
const DAMPING = 0.5
// Scores that differ by less are equal: the order of a sum of doubles is no reason for a rank.
const SCORE_STEPS = 1e12

export interface Start {
  readonly linked: readonly LinkedName[]
  readonly best: Candidates
}

export interface Walk {
  /** Units by id, in units of the whole reset. */
  readonly scores: ReadonlyMap<string, number>
  /** The best first, then by id. */
  readonly ranked: readonly { readonly unit: string; readonly score: number }[]
}

/** Seeds of a walk. `alone` are units without names: they keep what they start with. */
export interface Seeds {
  readonly nodes: number[]
  readonly weights: number[]
  readonly alone: readonly { readonly unit: string; readonly weight: number }[]
}

export function walkFrom(graph: NameGraph, ranker: PushRanker, start: Start): Walk {
  const { nodes, weights, alone } = seedsOf(graph, start)
  const inGraph = weights.reduce((sum, weight) => sum + weight, 0)
  const whole = inGraph + alone.reduce((sum, { weight }) => sum + weight, 0)
  const scores = new Map<string, number>()
  for (const { unit, weight } of alone) scores.set(unit, weight / whole)
  if (inGraph > 0) {
    const ranks = ranker.rank(graph.view(), { nodes, weights }, { damping: DAMPING })
    for (const node of ranks.nodes) {
      const unit = graph.unitAt(node)
      if (unit !== null) scores.set(unit, rounded((ranks.scores[node]! * inGraph) / whole))
    }
  }
  const ranked = [...scores].map(([unit, score]) => ({ unit, score }))
  ranked.sort((a, b) => b.score - a.score || (a.unit < b.unit ? -1 : 1))
  return { scores, ranked }
}

/** 1 / (units with the name) for each name of the question, less for a phrase, and the prior for each candidate: its cosine on the corpus's scale. */
export function seedsOf(graph: NameGraph, { linked, best }: Start): Seeds {
  const nodes = linked.map(({ node }) => node)
  const weights = linked.map(({ share, units, isPhrase }) => (share * (isPhrase ? PHRASE_WEIGHT : 1)) / units)
  const alone: { unit: string; weight: number }[] = []
  const { lowest, highest } = best.cosineRange
  for (const [i, unit] of best.units.entries()) {
    const weight = highest > lowest ? (PRIOR_WEIGHT * (best.cosines[i]! - lowest)) / (highest - lowest) : 0
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

/** Settings of `hipporag`: as published, with and without a model, and our own. Figures: `npm run measure facts`. */
import type { FactGraphName } from '../../graph/facts/index.ts'

export interface HippoSettings {
  readonly graph: FactGraphName
  /** Starts in addition to similar units: names in facts, names in the question (else those in facts), or both. */
  readonly startsAt: 'facts' | 'names-or-facts' | 'names-and-facts'
  /** How many of the facts nearest to the question are considered. */
  readonly seedFacts: number
  /** How many subjects and objects of facts a walk starts at, greatest weights first. */
  readonly seedNames: number
  /**
   * How irrelevant facts are removed; if none is left, all count. `published` is a model whose answers are parsed as strictly as in the
   * published code; if no fact is left, or none can be parsed, the answer is by vectors alone.
   */
  readonly recognition: 'none' | 'lexical' | 'model' | 'published'
  /** Weight of the unit nearest to the question; names weigh about 1 / (units with the name). */
  readonly priorWeight: number
  /** Number of units that the prior starts at; null for all, at the cost of visiting every unit and edge. */
  readonly priorUnits: number | null
  readonly damping: number
}

/** HippoRAG 2 (specs/hipporag.md, 3). If only facts of weight 0 are left, nothing is walked; the published code stops with an error. */
export const PUBLISHED_HIPPO: HippoSettings = {
  graph: 'published',
  startsAt: 'facts',
  seedFacts: 5,
  seedNames: 5,
  recognition: 'published',
  priorWeight: 0.05,
  priorUnits: null,
  damping: 0.5,
}

/** The same without a model: according to its paper, the filter adds .7 points of R@5 (10.3). */
export const UNFILTERED_HIPPO: HippoSettings = { ...PUBLISHED_HIPPO, recognition: 'none' }

/**
 * The walk over names (specs/key-free-graph.md) on a graph with the facts added. Names in the question are better starts than facts near
 * it: R@5 on MuSiQue with the given facts, MiniLM and static: names, else facts .803 and .777; names alone .793 and .772; both .764 and
 * .767; the walk without facts .779 and .748. The lexical recognition changes no figure by more than .002.
 */
export const OUR_HIPPO: HippoSettings = {
  graph: 'ours',
  startsAt: 'names-or-facts',
  seedFacts: 5,
  seedNames: 5,
  recognition: 'lexical',
  priorWeight: 0.02,
  priorUnits: 400,
  damping: 0.5,
}

/** A model has checked the facts, so they count as much as the names. Chosen, not measured. */
export const ASKING_HIPPO: HippoSettings = {
  ...OUR_HIPPO,
  startsAt: 'names-and-facts',
  recognition: 'model',
}

/** The two choices of `hipporag`: as published, and ours. */
import type { FactGraphName } from '../graph/index.ts'

export interface HippoSettings {
  readonly graph: FactGraphName
  /** Facts nearest to the question that are looked at. */
  readonly seedFacts: number
  /** Names at their ends that a walk starts at: those with the greatest weights. */
  readonly seedNames: number
  /** Factor of their weights, which are the mean of (minmax(cosine) of the fact / units with the name). */
  readonly factSeedWeight: number
  /** Whether the names that the question itself has start with 1 / (units with the name). */
  readonly hasLinkedNames: boolean
  /** Weight of the unit nearest to the question. */
  readonly priorWeight: number
  /** Units that the prior starts at; null for all, which costs a look at every unit and edge. */
  readonly priorUnits: number | null
  readonly damping: number
  /** Facts that do not share a term or name with the question are passed over, unless all do not. */
  readonly isLexical: boolean
}

/** HippoRAG 2 (specs/hipporag.md, 3), its filter of facts by a model left out: "no LLM filter" in 10.3. */
export const PUBLISHED_HIPPO: HippoSettings = {
  graph: 'published',
  seedFacts: 5,
  seedNames: 5,
  factSeedWeight: 1,
  hasLinkedNames: false,
  priorWeight: 0.05,
  priorUnits: null,
  damping: 0.5,
  isLexical: false,
}

export const OUR_HIPPO: HippoSettings = {
  graph: 'ours',
  seedFacts: 5,
  seedNames: 5,
  factSeedWeight: 0.5,
  hasLinkedNames: true,
  priorWeight: 0.02,
  priorUnits: 400,
  damping: 0.5,
  isLexical: false,
}

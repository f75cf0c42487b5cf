/** Personalised PageRank over a graph that changes. */
export type { GraphParts } from './edge-pool.ts'
export type { GraphView, Reset } from './graph-view.ts'
export { type PowerRanks, type PowerSettings, powerRank } from './power-rank.ts'
export { createPushRanker, type PushRanker, type PushRanks, type PushSettings } from './push-rank.ts'
export { createWeightedGraph, type WeightedGraph } from './weighted-graph.ts'

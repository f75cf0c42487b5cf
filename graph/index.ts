export { type CorpusNames, type CorpusNamesOptions, openCorpusNames } from './corpus-names.ts'
export * from './facts/index.ts'
export * from './formats/index.ts'
export type { LinkedName } from './link-question.ts'
export { PHRASE_WEIGHT, SUBJECT_WEIGHT } from './mention-weights.ts'
export {
  CORRECTIONS_SETTING,
  correctionsOf,
  createNameCorrections,
  createNameCorrector,
  type NameCorrections,
  type NameCorrector,
  NO_CORRECTIONS,
} from './name-corrections.ts'
export { createNameGraph, type NameGraph } from './name-graph.ts'
export { createNamer } from './name-papers.ts'
export { type NamingResult, nameUnits } from './name-units.ts'
export * from './names/index.ts'
export * from './openie/index.ts'
export type { Namer, PaperToName } from './ports.ts'
export * from './rank/index.ts'
export { edgesOnPaths, factEdges, type SubgraphEdge, synonymEdges } from './view/edges.ts'
export {
  DETAIL_LIMITS,
  knownName,
  type NameDetails,
  nameDetails,
  searchNames,
  statedFacts,
  synonymsOf,
} from './view/name-details.ts'
export { isNameId, isUnitId, nameId, ownId, shownUnits, unitId } from './view/node-ids.ts'
export { unitTexts } from './view/occurrences.ts'
export { selectNodes } from './view/select-nodes.ts'
export { type GraphStats, graphStats } from './view/stats.ts'

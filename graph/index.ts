export { type CorpusNames, type CorpusNamesOptions, openCorpusNames } from './corpus-names.ts'
export {
  type CorpusFacts,
  type CorpusFactsOptions,
  type FactsState,
  openCorpusFacts,
} from './facts/corpus-facts.ts'
export { embedPhrases } from './facts/embed-phrases.ts'
export type { FactGraph } from './facts/fact-graph.ts'
export { FACT_GRAPHS, type FactGraphName } from './facts/fact-graph-settings.ts'
export type { StatedFact } from './facts/fact-table.ts'
export { findSynonyms } from './facts/find-synonyms.ts'
export type { PhraseScan } from './facts/phrase-matrix.ts'
export { type GraphMlUnit, graphMl } from './formats/graphml.ts'
export { type HippoRagDoc, hippoRagJsonParts, parseHippoRagJson } from './formats/hipporag-json.ts'
export { addedLosses, createLosses, type LossCounts, type Losses } from './formats/losses.ts'
export { parseOpenIeLines } from './formats/openie-lines.ts'
export type { RawItems } from './formats/raw-items.ts'
export type { LinkedName } from './link-question.ts'
export { PHRASE_WEIGHT, SUBJECT_WEIGHT } from './mention-weights.ts'
export {
  CORRECTIONS_SETTING,
  correctionsOf,
  createNameCorrections,
  createNameCorrector,
  type NameCorrections,
} from './name-corrections.ts'
export type { NameGraph } from './name-graph.ts'
export { createNamer } from './name-papers.ts'
export { type NamingResult, nameUnits } from './name-units.ts'
export { type CanonicalWord, canonical, canonicalWords } from './names/canonical.ts'
export { singular } from './names/singular.ts'
export { extractAll, type OpenIeUnit } from './openie/extract-all.ts'
export { extractionOf } from './openie/facts.ts'
export { filterAsPublished } from './openie/filter-as-published.ts'
export { filterFacts } from './openie/filter-facts.ts'
export { projectOpenIe } from './openie/project.ts'
export type { OpenIeReport } from './openie/tally.ts'
export type { Namer } from './ports.ts'
export type { GraphView, Reset } from './rank/graph-view.ts'
export { powerRank } from './rank/power-rank.ts'
export { createPushRanker, type PushRanker } from './rank/push-rank.ts'
export { edgesOnPaths, factEdges, type SubgraphEdge, synonymEdges } from './view/edges.ts'
export {
  DETAIL_LIMITS,
  type NameDetails,
  nameDetails,
  resolveName,
  searchNames,
  statedFacts,
  synonymsOf,
} from './view/name-details.ts'
export { isNameId, isUnitId, nameId, ownId, shownUnits, unitId } from './view/node-ids.ts'
export { unitTexts } from './view/occurrences.ts'
export { selectNodes } from './view/select-nodes.ts'
export { type GraphStats, graphStats } from './view/stats.ts'

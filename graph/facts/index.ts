export {
  type CorpusFacts,
  type CorpusFactsOptions,
  type FactsState,
  openCorpusFacts,
} from './corpus-facts.ts'
export { embedPhrases } from './embed-phrases.ts'
export type { FactGraph } from './fact-graph.ts'
export { FACT_GRAPHS, type FactGraphName } from './fact-graph-settings.ts'
export type { StatedFact } from './fact-table.ts'
export { findSynonyms } from './find-synonyms.ts'
export type { PhraseScan } from './phrase-matrix.ts'

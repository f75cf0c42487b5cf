export {
  type CorpusFacts,
  type CorpusFactsOptions,
  type FactsState,
  openCorpusFacts,
} from './corpus-facts.ts'
export { embedPhrases } from './embed-phrases.ts'
export { createFactGraph, type FactGraph } from './fact-graph.ts'
export {
  FACT_GRAPHS,
  type FactGraphName,
  type FactGraphSettings,
} from './fact-graph-settings.ts'
export type { StatedFact } from './fact-table.ts'
export { findSynonyms, type SynonymOptions, type SynonymResult } from './find-synonyms.ts'
export type { BestPhrases, PhraseMatrix, PhraseScan } from './phrase-matrix.ts'

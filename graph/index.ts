export { type CorpusNames, type CorpusNamesOptions, openCorpusNames } from './corpus-names.ts'
export * from './facts/index.ts'
export * from './formats/index.ts'
export type { LinkedName } from './link-question.ts'
export {
  createMender,
  createMends,
  MENDS_SETTING,
  type Mender,
  type Mends,
  mendsOf,
  NO_MENDS,
} from './mends.ts'
export { PHRASE_WEIGHT, SUBJECT_WEIGHT } from './mention-weights.ts'
export { createNameGraph, type NameGraph } from './name-graph.ts'
export { createNamer } from './name-papers.ts'
export * from './names/index.ts'
export { type NamingResult, nameUnits } from './naming.ts'
export * from './openie/index.ts'
export type { Namer, PaperToName } from './ports.ts'
export * from './rank/index.ts'

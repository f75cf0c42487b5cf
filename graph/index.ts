export { type CorpusNames, type CorpusNamesOptions, openCorpusNames } from './corpus-names.ts'
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
export { type NamingResult, nameUnits } from './name-units.ts'
export { type CanonicalWord, canonical, canonicalWords } from './names/canonical.ts'
export { singular } from './names/singular.ts'
export { isEverydayWord } from './names/word-class.ts'
export type { Namer, NameSource, QuestionNames, UnitGraph } from './ports.ts'
export type { GraphView, Reset } from './rank/graph-view.ts'
export { powerRank } from './rank/power-rank.ts'
export { createPushRanker, type PushRanker } from './rank/push-rank.ts'
export { isNameId, isUnitId, nameId, shownUnits, unitId, withoutPrefix } from './view/node-ids.ts'

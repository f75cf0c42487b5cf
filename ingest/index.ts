export { parseUnitCsv, UNIT_COLUMNS, type UnitCsv, type UnitCsvLoss, type UnitRow } from './formats/index.ts'
export { contrastCutoff } from './gate/cutoffs.ts'
export { type GateSettings, openGate } from './gate/gate.ts'
export { gateInput } from './gate/gate-input.ts'
export { policyFor } from './gate/policies.ts'
export { applyOverrule, categoryOf, explainGate, isKept, stateOf } from './gate/records.ts'
export type { Cutoffs, Topic } from './gate/topic.ts'
export { builtInTopic, builtInTopicNames } from './gate/topics.ts'
export { type PassageSettings, passagesOf } from './passages/index.ts'
export type {
  Gate,
  PaperReader,
  Reading,
  ReadLimits,
  ReadPaper,
  Source,
  Summariser,
  Summary,
} from './ports.ts'
export {
  type AnswerCache,
  type AskedEvent,
  createExtractiveSummariser,
  createLlmSummariser,
  type ExtractiveSettings,
  type LlmForm,
  type LlmSummariserOptions,
  type ProjectedCost,
  type ProjectionOptions,
  projectCost,
  promptOf,
} from './summarise/index.ts'

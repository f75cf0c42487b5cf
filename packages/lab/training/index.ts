export { createConsistencyCheck } from './curation/consistency.ts'
export { type Curation, type CurationSettings, curate, maxConsistencyChecks } from './curation/curate.ts'
export { type CurationCase, curationCase, followingText, trainingSample } from './curation/curation-case.ts'
export { consistencyCost, consistencyTask, insistentTask } from './curation/judge-tasks.ts'
export { CURATION_REASONS, CURATION_STAGES } from './curation/reasons.ts'
export type { StageRatios } from './curation/resample.ts'
export { fitNames, NAME_COLLECTIONS, readLabelledNames, scoreNames } from './names/labelled-names.ts'
export { wordClasses } from './names/word-classes.ts'
export { trainingPrompt } from './prompts.ts'
export {
  createFieldScores,
  type FieldScores,
  fitReferences,
  type LabelledReference,
  printedReference,
  readLabelledReferences,
} from './references/labelled-references.ts'
export { SYNTHESIS_REASONS, type SynthesisReason } from './synthesis/question-pair.ts'
export {
  type AttemptContexts,
  SEED_SOURCES,
  type StatedUnit,
  type SynthesisLimits,
  type SynthesisPorts,
  SynthesisSettings,
} from './synthesis/settings.ts'
export { createSynthesis, maxUseOfSynthesis, type SynthesisState } from './synthesis/synthesise.ts'

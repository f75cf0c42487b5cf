export type {
  AgentTranscript,
  Budget,
  PageShape,
  RetrievalMode,
  RunConditions,
  RunEvent,
  RunOutcome,
  RunRecord,
  TimelineEvent,
} from '../../solver/index.ts'
export {
  cellText,
  DEFAULT_PATTERN,
  Eigen1Settings as SolveSettings,
  findPattern,
  PATTERN_LIST,
  PATTERN_NAMES,
  RETRIEVAL_MODES,
  splitStage,
  TURN_KIND,
} from '../../solver/index.ts'
export { checkPrices } from '../wiring/check-prices.ts'
export { askedModels } from './asked-models.ts'
export { continueRun } from './continue-run.ts'
export { DEMONSTRATION_NOTICE, startDemonstration } from './demo/start.ts'
export { describedPatterns } from './describe-patterns.ts'
export { webNotices } from './plan-web.ts'
export { plannedRuns, projectionSentence, projectRuns } from './project-runs.ts'
export { endedAgentPaths, readAgent, readRunTrace } from './read-runs.ts'
export type { SolveRequest } from './run.ts'
export { checkResume, patternSettings, runChoice, startRun, withoutPreset } from './run.ts'
export { cancelElsewhere, isWorkedOnElsewhere } from './run-elsewhere.ts'
export { environmentOf } from './run-environment.ts'
export { openRunPorts } from './run-ports.ts'
export { servingRole } from './serving-role.ts'
export type { SetEvent, SetRequest, SetResult } from './solve-set.ts'
export { DEFAULT_CONCURRENCY, readQuestionFile, solveSet } from './solve-set.ts'

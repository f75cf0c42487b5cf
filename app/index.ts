export { DOUBTFUL_BELOW } from '../corpus/index.ts'
export {
  type AnswersReport,
  answersTables,
  type JudgingRequest,
  MEASURE_NAMES,
  type Measure,
  measuresNamed,
  problemLines,
  RUN_DEPTH,
  RUN_FUSIONS,
  type RunFusion,
  reportTables,
  STAR_POLICIES,
  type StarPolicy,
  starTables,
} from '../evaluation/index.ts'
export {
  DETAIL_LIMITS,
  type GraphStats,
  graphStats,
  type NameDetails,
  nameDetails,
  searchNames,
} from '../graph/index.ts'
export type { ChatMessage, ChatRequest, LedgerRow } from '../models/index.ts'
export {
  createWatchTally,
  type Thought,
  type Traced,
  WatchSettings,
  type WatchSummary,
  watchLines,
  watchRates,
  watchSummary,
} from '../monitor/index.ts'
export {
  type AgentTranscript,
  type Budget,
  cellText,
  DEFAULT_PATTERN,
  Eigen1Settings as SolveSettings,
  findPattern,
  PATTERN_LIST,
  PATTERN_NAMES,
  type PageShape,
  RETRIEVAL_MODES,
  type RetrievalMode,
  type RunConditions,
  type RunEvent,
  type RunOutcome,
  type RunRecord,
  splitStage,
  type TimelineEvent,
  TURN_KIND,
} from '../solver/index.ts'
export {
  CURATION_REASONS,
  CURATION_STAGES,
  SEED_SOURCES,
  type StageRatios,
  SYNTHESIS_REASONS,
} from '../training/index.ts'
export {
  type AskAnswer,
  AskAnswerShape,
  type Citation,
  CitationShape,
  DEFAULT_SOURCES,
  MOST_SOURCES,
} from './ask/answer-shape.ts'
export { type AskEvent, type AskRequest, ask } from './ask/ask.ts'
export { groundAnswer, type RetrievedFirst, retrieveFirst } from './ask/retrieve-first.ts'
export { backUpCorpus } from './backup/back-up-corpus.ts'
export { repairCorpus } from './backup/repair-corpus.ts'
export { restoreCorpus } from './backup/restore-corpus.ts'
export { listNames } from './config/experimental-names.ts'
export { isLoopbackHost } from './config/loopback.ts'
export { EXPERIMENTAL_MONITORS, MONITOR_NAMES, type MonitorName } from './config/model-settings.ts'
export { PRESET_NAMES, type PresetName } from './config/presets.ts'
export { ablate } from './evaluate/ablate.ts'
export { readDecoding } from './evaluate/arm-settings.ts'
export { type CompareResult, compareAnswers } from './evaluate/compare-backends.ts'
export { comparePatterns, type PatternComparison } from './evaluate/compare-patterns.ts'
export { evaluateAnswers } from './evaluate/evaluate-answers.ts'
export { type EvaluationResult, evaluateBackends } from './evaluate/evaluate-retrieval.ts'
export { evaluateStar, type StarEvaluation, writeStarReport } from './evaluate/evaluate-star.ts'
export {
  makeQuestions,
  QUESTION_SOURCE_NAMES,
  type QuestionSourceName,
} from './evaluate/generate-questions.ts'
export { writeAnswersReport, writeComparison, writeReport } from './evaluate/report-files.ts'
export { evaluateRuns } from './evaluate/run-files.ts'
export { STAR_DECODING, starArmNames } from './evaluate/star-arms.ts'
export { citePaper } from './export/cite-paper.ts'
export { EXPORT_FORMATS, type ExportFormat, exportCorpus, REFERENCE_FORMATS } from './export/export-corpus.ts'
export { buildGraph, type GraphBuildResult } from './graph/build-graph.ts'
export { connectNames } from './graph/connect-names.ts'
export { correctNames, currentCorrections } from './graph/correct-names.ts'
export { GRAPH_FORMATS, type GraphFormat } from './graph/export-graph.ts'
export { SUBGRAPH_BACKEND, subgraph } from './graph/subgraph.ts'
export {
  type GateOverview,
  type GateRow,
  gateOf,
  gateOverview,
  overrule,
  reevaluateGate,
} from './ingest/gate-review.ts'
export {
  FACT_FORMATS,
  type FactFormat,
  IMPORT_FORMATS,
  IMPORT_PARTS,
  type ImportFormat,
  type ImportParts,
  importPath,
} from './ingest/import-documents.ts'
export {
  type IngestListener,
  type IngestRequest,
  type IngestResult,
  ingestPaths,
} from './ingest/ingest-papers.ts'
export { DEFAULT_TOPIC, POLICY_NAMES } from './ingest/ingest-recipe.ts'
export { pageImage, spanBoxes, unitsOnPage } from './ingest/page-image.ts'
export { paperPdf } from './ingest/paper-file.ts'
export { reEmbed } from './ingest/re-embed.ts'
export { removeUnkeptFiles } from './ingest/remove-unkept-files.ts'
export { SUMMARISER_NAMES } from './ingest/summarisers.ts'
export {
  type Access,
  hasRight,
  isExpired,
  RIGHTS,
  type Right,
  reachesCorpus,
  WHOLE_ACCESS,
} from './keys/key-access.ts'
export { asksForKey, type KeyRing, openKeyRing } from './keys/key-ring.ts'
export { addKey, type ListedKey, listKeys, type NewKey, removeKey, renewKey } from './keys/manage-keys.ts'
export { addPaper, type IngestTaken } from './papers/add-paper.ts'
export { markedPage } from './papers/marked-page.ts'
export { paperSections, sectionText } from './papers/paper-text.ts'
export { proveHit } from './papers/prove-hit.ts'
export { addedPattern, patternAt } from './plugins/checked-pattern.ts'
export { checkPlugin, loadPlugin } from './plugins/load-plugin.ts'
export { readableCorpus } from './proxy/corpus-of-request.ts'
export { type Embedded, embedderNamed, embedTexts, servedModels } from './proxy/embed-texts.ts'
export { hideServers, type Told } from './proxy/hide-servers.ts'
export {
  askUpstream,
  createSseReader,
  defaultModel,
  hasUpstream,
  type SseEvent,
  type UpstreamAnswer,
} from './proxy/upstream.ts'
export { diagnose } from './setup/doctor.ts'
export { continueRun } from './solve/continue-run.ts'
export { DEMONSTRATION_NOTICE, startDemonstration } from './solve/demo/start.ts'
export { describedPatterns } from './solve/describe-patterns.ts'
export { webNotices } from './solve/plan-web.ts'
export { projectionOf } from './solve/project-runs.ts'
export { endedAgentPaths, readAgent, readRunTrace } from './solve/read-runs.ts'
export { checkResume, type SolveRequest, startRun } from './solve/run.ts'
export { DEFAULT_CONCURRENCY, type SetEvent, type SetResult, solveSet } from './solve/solve-set.ts'
export { executeCode } from './think/execute-code.ts'
export { retrieveTexts, type TextQuery } from './think/retrieve-texts.ts'
export {
  CODE_MODES,
  type CodeMode,
  canAskModel,
  openThinking,
  prepareModel,
  type Thinking,
} from './think/think.ts'
export { type WatchChoice, type WatchPlan, watchPlan } from './think/watch-plan.ts'
export { type CurateResult, curateRuns } from './train/curate-runs.ts'
export { type SynthesiseResult, synthesiseQuestions } from './train/synthesise-questions.ts'
export { TEACHER_NAMES, type TeacherName } from './tune/teacher.ts'
export { type TuneResult, tuneCorpus, undoTuning } from './tune/tune-corpus.ts'
export { corpusEntry, createCorpus, deleteCorpus, listCorpora, verifyCorpus } from './wiring/corpora.ts'
export {
  FEATURE_NAMES,
  type FeatureState,
  featureStates,
  fetchNow,
  fetchSentence,
} from './wiring/features.ts'
export { fetchMiniLm, MINILM_MEGABYTES, modelsFolder } from './wiring/fetch-model.ts'
export * from './wiring/index.ts'
export { windowSentence } from './wiring/model-windows.ts'
export type { Watcher } from './wiring/monitor-ports.ts'
export { ownVersion, packageVersion } from './wiring/own-version.ts'
export {
  type BackgroundVerification,
  type Integrity,
  verifyInBackground,
} from './wiring/verify-in-background.ts'

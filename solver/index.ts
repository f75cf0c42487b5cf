export type { AgentRun, AgentSpec } from './agent.ts'
export { askTurn } from './ask-turn.ts'
export { type Budget, budgetOfSeconds, NO_BUDGET } from './budget.ts'
export { withSearches } from './code-searches.ts'
export type { Eigen1Details } from './eigen1/pattern.ts'
export { PUBLISHED, PUBLISHED_WATCH } from './eigen1/presets.ts'
export { Eigen1Settings } from './eigen1/settings.ts'
export type { RunEvent } from './events.ts'
export { heldChat, heldHelper } from './held-chats.ts'
export { cellText, type PageShape, splitStage, TURN_KIND } from './page-shape.ts'
export type {
  AblationRow,
  CandidateStep,
  PatternDefinition,
  PatternSettings,
  RunCandidates,
} from './pattern.ts'
export { definePattern, NO_NEEDS } from './pattern.ts'
export { PATTERN_LIST } from './pattern-list.ts'
export {
  addPattern,
  DEFAULT_PATTERN,
  findPattern,
  PATTERN_NAMES,
  PATTERN_ROLES,
  patternNamed,
  presetOf,
  roleChain,
} from './patterns.ts'
export type { RunPorts } from './ports.ts'
export { openPurse } from './purse.ts'
export { readAnswer } from './reading/answer.ts'
export { type ParseResult, parsed, parseFailure } from './reading/parse-result.ts'
export { scoreOf } from './reading/scores.ts'
export type { RethinkerDetails } from './rethinker/pattern.ts'
export {
  finishSentences,
  paperQaPrompt,
  publishedPrompt as rethinkerPrompt,
  webConclusionPrompt,
} from './rethinker/prompts.ts'
export { ANSWER_FORM } from './rethinker/read-answer.ts'
export { writtenBy } from './rethinker/trajectory.ts'
export { RETRIEVAL_MODES, type RetrievalMode } from './retrieval-modes.ts'
export type { ModelOfRole, RunConditions, RunEnvironment } from './run-conditions.ts'
export { stageOf } from './run-ledger.ts'
export type { RunOutcome, RunPlan, RunQuestion, RunRecord, RunStore, TimelineEvent } from './run-store.ts'
export type { RunTrajectory } from './run-trajectory.ts'
export { runHtml, runMarkdown } from './run-view/exports.ts'
export {
  type AgentTranscript,
  agentTranscript,
  endedAgents,
  type RunPages,
  readRunPages,
} from './run-view/read-run.ts'
export { conditionFacts, foldedFacts } from './run-view/run-document.ts'
export type { Runner } from './runner.ts'
export { seedOf } from './seed-of-path.ts'
export { ANSWERS_FILE, type AnswerRow, answerRow, createAnswerFiles } from './sets/answer-files.ts'
export { ANSWER_TYPES, answerType } from './sets/answer-type.ts'
export { endedRun } from './sets/ended-run.ts'
export {
  checkGold,
  type GoldQuestion,
  type OpenQuestion,
  openQuestion,
  readQuestions,
} from './sets/question-file.ts'
export {
  openQuestionSetIndex,
  type QuestionRun,
  type QuestionSetIndex,
  RUNS_FILE,
  readKnownSet,
  type SetPlan,
} from './sets/question-set-index.ts'
export { type Pattern, runPattern } from './solve.ts'
export { askStructured, jsonReader } from './structured-answer.ts'

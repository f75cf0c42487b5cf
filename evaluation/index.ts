export { ANSWERS_FILE, type AnswerRow, answerRow, createAnswerFiles } from './answers/answer-files.ts'
export { type GivenAnswer, readAnswerSet } from './answers/answer-set.ts'
export { endedRun } from './answers/grading/candidates.ts'
export { runReports, settingReport, solvedShares } from './answers/grading/figures.ts'
export type { GradedAnswer } from './answers/grading/grade-set.ts'
export { gradeSets, type JudgingRequest, type SetGrading } from './answers/grading/judge-sets.ts'
export { type GradingLog, openGradingLog } from './answers/grading/log.ts'
export type { GradingPorts } from './answers/grading/ports.ts'
export { isLogged, loggedValue, runTasks, type TaskRunner } from './answers/grading/run-tasks.ts'
export { type GradingTask, type JudgeModel, judgeModel, type TaskCost } from './answers/grading/tasks.ts'
export { type AnswerVerdict, createVerdicts, judgementOf } from './answers/grading/verdicts.ts'
export { type MeasuredRun, measuredFacts } from './answers/measured.ts'
export { type PublishedReport, publishedOn } from './answers/published-sets.ts'
export {
  checkGold,
  type GoldQuestion,
  type OpenQuestion,
  openQuestion,
  readQuestions,
} from './answers/question-file.ts'
export {
  openQuestionSetIndex,
  type QuestionRun,
  type QuestionSetIndex,
  RUNS_FILE,
  type SetPlan,
} from './answers/question-set-index.ts'
export { type SpendingFigures, spendingFigures } from './answers/spending.ts'
export { DEFAULT_SEED } from './bootstrap.ts'
export { onEachBackend } from './each-backend.ts'
export { openJudgedIds } from './judged-ids.ts'
export { type Judgements, MEASURE_NAMES, type Measure, measuresNamed } from './measures.ts'
export { mean } from './metrics.ts'
export { jaccard, rankBiasedOverlap } from './overlap.ts'
export { comparePairs, handedOn } from './pairs.ts'
export { type PublishedFor, publishedPatterns } from './patterns/published.ts'
export { solvedOverlap } from './patterns/solved-overlap.ts'
export { questionFiles } from './questions/beir-files.ts'
export { parseBeirQueries, parseQrels } from './questions/beir-judgements.ts'
export {
  type AskedUnit,
  createModelQuestions,
  projectQuestions,
  type QuestionProjection,
  questionRequest,
} from './questions/model-questions.ts'
export type { MadeQuestions } from './questions/ports.ts'
export { createTemplateQuestions } from './questions/template-questions.ts'
export { markdownAnswers } from './report/answers/markdown.ts'
export { answersPictures } from './report/answers/pictures.ts'
export { problemLines } from './report/answers/problem-lines.ts'
export type { AnswersReport } from './report/answers/report.ts'
export { answersTables } from './report/answers/tables.ts'
export { markdownReport } from './report/markdown.ts'
export type { BackendFailure, RetrievalReport } from './report/report.ts'
export { reportTables } from './report/tables.ts'
export {
  evaluateRetrieval,
  type JudgedQuestion,
  type QuestionFigures,
  RUN_DEPTH,
} from './retrieval.ts'
export { evaluateRun, type RunEvaluation } from './runs/evaluate-run.ts'
export { fuseRuns, RUN_FUSIONS, type RunFusion } from './runs/fuse-runs.ts'
export { parseRun, type Run, runLines } from './runs/run-file.ts'
export { auditOf, type GradedItem, macroMean, starFigures } from './rws/figures.ts'
export { gradeStarAnswers } from './rws/grade-answers.ts'
export { STAR_POLICIES, type StarGrading, type StarPolicy } from './rws/grade-item.ts'
export { itemPrompt, readStarItems, type StarItem } from './rws/items.ts'
export { type StarArmReport, starTables } from './rws/tables.ts'
export { createStarVerifier, type StarVerifier } from './rws/verifier.ts'

export { type GivenAnswer, readAnswerSet } from './answers/answer-set.ts'
export { runReports, settingReport, solvedShares } from './answers/grading/figures.ts'
export type { GradedAnswer } from './answers/grading/grade-set.ts'
export { gradeSets, type JudgingRequest, type SetGrading } from './answers/grading/judge-sets.ts'
export { type GradingLog, openGradingLog } from './answers/grading/log.ts'
export type { GradingPorts } from './answers/grading/ports.ts'
export { isLogged, loggedValue, runTasks } from './answers/grading/run-tasks.ts'
export {
  type GradingTask,
  type JudgeModel,
  judgeModel,
  type TaskCost,
  tasksSentence,
} from './answers/grading/tasks.ts'
export { type AnswerVerdict, createVerdicts, judgementOf } from './answers/grading/verdicts.ts'
export { type MeasuredRun, measuredFacts } from './answers/measured.ts'
export { publishedOn } from './answers/published-sets.ts'
export { type SpendingFigures, spendingFigures } from './answers/spending.ts'
export { type PublishedFor, publishedPatterns } from './patterns/published.ts'
export { solvedOverlap } from './patterns/solved-overlap.ts'
export { markdownAnswers } from './report/markdown.ts'
export { answersPictures } from './report/pictures.ts'
export { problemLines } from './report/problem-lines.ts'
export type { AnswersReport } from './report/report.ts'
export { answersTables } from './report/tables.ts'
export type { RunEvaluation, RunFusion } from './run-files.ts'
export { evaluateRun, fuseRuns, parseRun, RUN_FUSIONS, rankedByScore } from './run-files.ts'
export { auditOf, type GradedItem, macroMean, starFigures } from './rws/figures.ts'
export { gradeStarAnswers } from './rws/grade-answers.ts'
export { STAR_POLICIES, type StarGrading, type StarPolicy } from './rws/grade-item.ts'
export { itemPrompt, readStarItems, type StarItem } from './rws/items.ts'
export { type StarArmReport, starTables } from './rws/tables.ts'
export { createStarVerifier, type StarVerifier } from './rws/verifier.ts'

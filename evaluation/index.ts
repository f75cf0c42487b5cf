export { type AnswerRow, answerRow, createAnswerFiles } from './answers/answer-files.ts'
export { readAnswerSet } from './answers/answer-set.ts'
export { detailsOf } from './answers/grading/candidates.ts'
export { runReports, settingReport } from './answers/grading/figures.ts'
export type { GradedAnswer } from './answers/grading/grade-set.ts'
export { gradeSets, type JudgingRequest, type SetGrading } from './answers/grading/judge-sets.ts'
export type { GradingLog } from './answers/grading/log.ts'
export type { GradingPorts } from './answers/grading/ports.ts'
export { judgementOf } from './answers/grading/verdicts.ts'
export * from './answers/index.ts'
export { isPublishedSet, systemsOn } from './answers/published-sets.ts'
export {
  openQuestionSetIndex,
  type QuestionRun,
  type QuestionSetIndex,
  RUNS_FILE,
  type SetPlan,
} from './answers/question-set-index.ts'
export { type BootstrapOptions, bootstrapInterval, bootstrapIntervals, type Interval } from './bootstrap.ts'
export { onEachBackend } from './each-backend.ts'
export { openJudgedIds } from './judged-ids.ts'
export {
  hitRate,
  type Judgements,
  METRICS,
  type Metric,
  type MetricValues,
  mean,
  ndcg,
  percentile,
  recall,
  reciprocalRank,
} from './metrics.ts'
export { jaccard, rankBiasedOverlap } from './overlap.ts'
export { holmAdjusted, pairedRandomisation, type RandomisationOptions } from './paired-test.ts'
export { comparePairs, type PairFigures } from './pairs.ts'
export * from './questions/index.ts'
export * from './report/answers/index.ts'
export { markdownReport } from './report/markdown.ts'
export type { BackendFailure, RetrievalReport } from './report/report.ts'
export { svgReport } from './report/svg.ts'
export { type ReportTable, reportTables } from './report/tables.ts'
export {
  evaluateRetrieval,
  type IdOfHit,
  type JudgedQuestion,
  type Latency,
  type QuestionFigures,
  type RetrievalEvaluation,
  type RetrievalFigures,
} from './retrieval.ts'

/** Comparing backends on judged questions. */
export { bootstrapInterval, DEFAULT_SEED, type Interval } from './bootstrap.ts'
export { onEachBackend } from './each-backend.ts'
export { evaluateRun, type RunEvaluation } from './evaluate-run.ts'
export { openJudgedIds } from './judged-ids.ts'
export { type Judgements, MEASURE_NAMES, type Measure, measuresNamed } from './measures.ts'
export { mean, metricsOf, percentile } from './metrics.ts'
export { jaccard, rankBiasedOverlap } from './overlap.ts'
export { holmAdjusted, pairedRandomisation } from './paired-test.ts'
export { comparePairs, handedOn } from './pairs.ts'
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
export { dollars, type Row } from './report/cells.ts'
export { markdownReport } from './report/markdown.ts'
export { listed, table } from './report/markdown-parts.ts'
export type { BackendFailure, RetrievalReport } from './report/report.ts'
export { type ReportTable, reportTables } from './report/tables.ts'
export {
  evaluateRetrieval,
  type JudgedQuestion,
  type QuestionFigures,
  RUN_DEPTH,
} from './retrieval.ts'
export { parseRun, type Run, type RunHit, rankedByScore, runLines } from './run-file.ts'

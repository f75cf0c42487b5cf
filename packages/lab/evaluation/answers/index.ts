export {
  type GoldQuestion,
  type OpenQuestion,
  openQuestion,
  type ReadSheet,
  readQuestions,
  type SheetRow,
} from '../../../../solver/index.ts'
export {
  type AccuracyFigures,
  accuracyFigures,
  accuracyOf,
  accuracyOverRuns,
  oracleAccuracy,
  type PassFigures,
  passAtK,
  passFigures,
  wilson,
} from './accuracy.ts'
export { type AssessPorts, assess } from './assess.ts'
export { type CalibrationFigures, type ConfidenceBin, calibrationOf } from './calibration.ts'
export {
  type AnswerChange,
  type AnswerStep,
  type ChangeReport,
  changedAnswers,
  type StageChanges,
} from './changed-answers.ts'
export { type AgreementPoint, agreementLines, type LineFigures } from './diversity.ts'
export {
  type ErrorType,
  type ErrorTypeFigures,
  errorTypeFigures,
  type LabelledFailure,
} from './error-types.ts'
export * from './graders/index.ts'
export { createJudge, type Judge, type Judgement, type JudgeOptions, type JudgeOrder } from './judge.ts'
export { createLabeller, type FailedAnswer, type Labeller } from './label-errors.ts'
export {
  type LedgerSummary,
  ledgerSummary,
  type QuestionLedger,
  type RoleTokens,
  type TokenSum,
} from './ledger-summary.ts'
export { type Measured, type MeasuredFact, type MeasuredRun, measuredFacts } from './measured.ts'
export {
  type ConsistencyFigures,
  type GradedSolutions,
  type GradingOrder,
  gradeAccuracies,
  gradeConsistency,
} from './model-gradings.ts'
export type { PublishedSetting, PublishedSystem } from './published.ts'
export type { PublishedReport } from './published-sets.ts'
export { readAccuracies, readConsistency } from './read-gradings.ts'
export { type SettingFigures, type SettingRow, withSavings } from './savings.ts'
export type { SelectionFigures } from './selection.ts'
export type { SpendingFigures, SpentSum } from './spending.ts'
export { type WatchTotals, watchTotals } from './watch-totals.ts'

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
export { type CalibrationFigures, calibrationOf } from './calibration.ts'
export type { ChangeReport } from './changed-answers.ts'
export { type AgreementPoint, agreementLines, type LineFigures } from './diversity.ts'
export type { ErrorTypeFigures } from './error-types.ts'
export * from './graders/index.ts'
export { createJudge, type Judgement } from './judge.ts'
export { createLabeller } from './label-errors.ts'
export { type LedgerSummary, ledgerSummary } from './ledger-summary.ts'
export type { Measured } from './measured.ts'
export { gradeAccuracies } from './model-gradings.ts'
export type { PublishedReport } from './published-sets.ts'
export { readAccuracies, readConsistency } from './read-gradings.ts'
export type { SelectionFigures } from './selection.ts'
export type { SpendingFigures, SpendingSum } from './spending.ts'
export type { WatchTotals } from './watch-totals.ts'

/** Defines the report on answers: the one object behind table, JSON, Markdown and pictures. */

import type { ToolCalls } from '../answers/grading/candidates.ts'
import type {
  AccuracyFigures,
  AgreementPoint,
  CalibrationFigures,
  ChangeReport,
  ErrorTypeFigures,
  LedgerSummary,
  LineFigures,
  Measured,
  PassFigures,
  PublishedReport,
  SelectionFigures,
  SpendingFigures,
  WatchTotals,
} from '../answers/index.ts'
import type { PublishedPatterns } from '../patterns/published.ts'
import type { SolvedOverlap } from '../patterns/solved-overlap.ts'

/** One way of solving: a pattern with its settings, over all questions and runs. */
export interface SettingReport {
  readonly name: string
  /** Accuracy over all runs of all questions; `correct` and `judged` count runs. */
  readonly accuracy: AccuracyFigures
  /** Accuracy by category of the question set, ordered by name; empty if all questions have one category. */
  readonly categories: readonly { readonly category: string; readonly accuracy: AccuracyFigures }[]
  /** Pass@k over independent runs. */
  readonly passes: readonly PassFigures[]
  /** Accuracy of a perfect ranker over the candidates; null if they were not judged. */
  readonly oracle: AccuracyFigures | null
  readonly calibration: CalibrationFigures | null
  readonly ledger: LedgerSummary | null
  readonly changes: ChangeReport | null
  /** The monitor's work, and whether requested evidence arrived; null if unknown. */
  readonly watch: WatchTotals | null
  /** How well answers were chosen; null if there are no graded candidates. */
  readonly selection: SelectionFigures | null
  /** Cost of an answer and of a right answer; null if nothing is known of any model. */
  readonly spending: SpendingFigures | null
  /** Mean tool calls per run by stage; null if runs are unknown. */
  readonly tools: readonly ToolCalls[] | null
}

export interface AnswersReport {
  /** Name of the question set. */
  readonly questions: string
  readonly asked: number
  /** Conditions of the runs that gave these answers. */
  readonly measured: Measured
  /** Independent runs per question. */
  readonly runs: number
  /** Judges and graders: each a model with the hash of its prompt, or the name of a program. */
  readonly graders: readonly string[]
  readonly settings: readonly SettingReport[]
  /** Setting with which savings are compared; null if none is named. */
  readonly against: string | null
  readonly agreement: {
    readonly points: readonly AgreementPoint[]
    readonly lines: readonly LineFigures[]
  } | null
  readonly errorTypes: ErrorTypeFigures | null
  /** Figures of the paper on these questions, with its own conditions; null for other questions. */
  readonly published: PublishedReport | null
  /** Figures that papers report of these patterns on other questions; null if there are none. */
  readonly publishedPatterns: PublishedPatterns | null
  /** Which setting solves questions that another does not; null for a single setting. */
  readonly overlap: SolvedOverlap | null
  /** Counts of unread, unjudged or ungraded answers, by reason. */
  readonly losses: Readonly<Record<string, number>>
}

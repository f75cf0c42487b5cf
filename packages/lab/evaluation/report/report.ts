/** What an evaluation of answers says: the one object behind table, JSON, Markdown and pictures. */

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
  /** Over all runs of all questions; `correct` and `judged` count runs. */
  readonly accuracy: AccuracyFigures
  /** By category of the question set, in the order of their names; empty where all questions have one. */
  readonly categories: readonly { readonly category: string; readonly accuracy: AccuracyFigures }[]
  /** Over independent runs. */
  readonly passes: readonly PassFigures[]
  /** A perfect ranker over the candidates; null where they were not judged. */
  readonly oracle: AccuracyFigures | null
  readonly calibration: CalibrationFigures | null
  readonly ledger: LedgerSummary | null
  readonly changes: ChangeReport | null
  /** What watching came to, and whether evidence that was asked for came; null where that is not known. */
  readonly watch: WatchTotals | null
  /** How well answers were chosen; null where there are no candidates, or they were not graded. */
  readonly selection: SelectionFigures | null
  /** What an answer and a right answer took; null where nothing is known of any model. */
  readonly spending: SpendingFigures | null
  /** Tool calls of a run by stage, means; null where runs are not known. */
  readonly tools: readonly ToolCalls[] | null
}

export interface AnswersReport {
  /** Of the question set. */
  readonly questions: string
  readonly asked: number
  /** The conditions of the runs whose answers these are. */
  readonly measured: Measured
  /** Independent runs of a question. */
  readonly runs: number
  /** Each judge and grader: model with the hash of its prompt, or the name of a program. */
  readonly graders: readonly string[]
  readonly settings: readonly SettingReport[]
  /** The setting that savings are told against; null where none is named. */
  readonly against: string | null
  readonly agreement: {
    readonly points: readonly AgreementPoint[]
    readonly lines: readonly LineFigures[]
  } | null
  readonly errorTypes: ErrorTypeFigures | null
  /** What the paper measured on these questions, with its own conditions; null where they are others. */
  readonly published: PublishedReport | null
  /** What papers report of these patterns on other questions; null where they do not. */
  readonly publishedPatterns: PublishedPatterns | null
  /** Which setting solves what another does not; null for one setting alone. */
  readonly overlap: SolvedOverlap | null
  /** What was left unread, unjudged or ungraded, by reason. */
  readonly losses: Readonly<Record<string, number>>
}

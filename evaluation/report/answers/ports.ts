/** Pictures of a report on answers, each a whole SVG file. Adapters live in evaluation/adapters. */
import type {
  AccuracyFigures,
  AgreementPoint,
  CalibrationFigures,
  LineFigures,
  RoleTokens,
} from '../../answers/index.ts'

export interface ShareBar {
  readonly name: string
  readonly figures: Pick<AccuracyFigures, 'accuracy' | 'interval' | 'correct' | 'judged'>
}

export interface RoleBar extends RoleTokens {
  readonly setting: string
}

export interface AnswerPlots {
  /** Shares with their intervals. */
  shares(title: string, bars: readonly ShareBar[]): string
  /** Accuracy over consistency: a panel and a line for each kind of task. */
  agreement(title: string, points: readonly AgreementPoint[], lines: readonly LineFigures[]): string
  calibration(title: string, figures: CalibrationFigures): string
  /** Tokens of a question by role, a panel a setting. */
  tokens(title: string, bars: readonly RoleBar[]): string
}

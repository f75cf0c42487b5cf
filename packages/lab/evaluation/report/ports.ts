/** Pictures of a report on answers, each a whole SVG file. Adapters live in evaluation/adapters. */
import type { AccuracyFigures, AgreementPoint, CalibrationFigures, LineFigures } from '../answers/index.ts'

export interface ShareBar {
  readonly name: string
  readonly figures: Pick<AccuracyFigures, 'accuracy' | 'interval' | 'correct' | 'judged'>
}

/** A bar of two parts, in the panel of its setting. */
export interface SplitBar {
  readonly setting: string
  readonly name: string
  readonly first: number
  readonly second: number
  /** Both parts, as they stand at its end. */
  readonly words: string
}

/** Questions that one setting solves and another does not; of a setting with itself, all that it solves. */
export interface OverlapCell {
  readonly setting: string
  readonly other: string
  readonly count: number
}

/** A file of its own. */
export interface Picture {
  readonly file: string
  readonly title: string
  readonly svg: string
}

export interface AnswerPlots {
  /** Shares with their intervals. */
  shares(title: string, bars: readonly ShareBar[]): string
  /** Accuracy over consistency: a panel and a line for each kind of task. */
  agreement(title: string, points: readonly AgreementPoint[], lines: readonly LineFigures[]): string
  calibration(title: string, figures: CalibrationFigures): string
  /** A panel a setting; `axis` says what the two parts are. */
  split(title: string, axis: string, bars: readonly SplitBar[]): string
  overlap(title: string, cells: readonly OverlapCell[]): string
}

/** Port for the pictures of a report on answers, each a whole SVG file. Adapters are in evaluation/adapters. */
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
  /** Text at the end of the bar that describes both parts. */
  readonly words: string
}

/** Questions that one setting solves and another does not; for a setting with itself, all that it solves. */
export interface OverlapCell {
  readonly setting: string
  readonly other: string
  readonly count: number
}

/** A separate file. */
export interface Picture {
  readonly file: string
  readonly title: string
  readonly svg: string
}

export interface AnswerPlots {
  /** Draws shares with their intervals. */
  shares(title: string, bars: readonly ShareBar[]): string
  /** Draws accuracy over consistency: a panel and a line for each kind of task. */
  agreement(title: string, points: readonly AgreementPoint[], lines: readonly LineFigures[]): string
  calibration(title: string, figures: CalibrationFigures): string
  /** Draws a panel per setting; `axis` names the two parts. */
  split(title: string, axis: string, bars: readonly SplitBar[]): string
  overlap(title: string, cells: readonly OverlapCell[]): string
}

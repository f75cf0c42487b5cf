/** Computes the score of `contrast`: how near a text is to the topic, and how much nearer than to everything else. */
import { meanOfLargest } from './similarity.ts'

/** Nearest keywords, and other fields, averaged. Measured: 3 and 1 give a mean AUC of .988, 3 and 3 of .993; 2, 5 and 10 are not better. */
const NEAREST_AVERAGED = 3
/**
 * Weight of nearness to the topic by itself, besides the difference to other fields: a text of a field that the atlas lacks is
 * near to neither side, so that a difference alone is decided by chance. Measured with whole fields left out of the atlas:
 * weights of 0, .5, 1 and 2 let 28, 14, 9 and 10 % of texts on computing in (static table; docs/decisions/2026-11-22-gate-atlas.md).
 */
const NEARNESS_WEIGHT = 1

export interface GateScores {
  readonly positive: number
  readonly negative: number
}

/** Returns the means of the three largest cosines with positives and with other fields. */
export function contrastScores(positives: readonly number[], others: readonly number[]): GateScores {
  return {
    positive: meanOfLargest(positives, NEAREST_AVERAGED),
    negative: meanOfLargest(others, NEAREST_AVERAGED),
  }
}

/** Returns the score before the topic's own background is subtracted. */
export function rawContrast(positive: number, negative: number): number {
  return (1 + NEARNESS_WEIGHT) * positive - negative
}

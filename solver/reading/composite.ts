/** One number of three scores, and whether it passes (QAIR; Eigen-1, 3.3). */
import type { Scores } from './scores.ts'

/** Relative to each other: 1, 3, 1 are the published 0.2, 0.6, 0.2. */
export type ScoreWeights = Scores

const PUBLISHED_WEIGHTS: ScoreWeights = [1, 3, 1]

// 0.2 · 4 + 0.6 · 3 + 0.2 · 2 is 2.9999999999999996 in floating point and would fail at 3: sums are exact to nine decimals.
const DECIMALS = 1e9

/** The weighted mean, (logic + 3 · answer + explanation) / 5 as published. */
export function compositeScore(scores: Scores, weights: ScoreWeights = PUBLISHED_WEIGHTS): number {
  const [logic, answer, explanation] = scores
  const total = weights[0] + weights[1] + weights[2]
  const sum = weights[0] * logic + weights[1] * answer + weights[2] * explanation
  return Math.round((sum / total) * DECIMALS) / DECIMALS
}

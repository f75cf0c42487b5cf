/** Computes how many answers are right, how certain that is, and what several attempts would reach. */
import { bootstrapInterval, type Interval, mean } from '../../../../comparison/index.ts'
import type { Judgement } from './judge.ts'

export interface AccuracyFigures {
  readonly correct: number
  readonly judged: number
  /** Number of answers that count neither as right nor as wrong. */
  readonly unjudged: number
  /** Share of the judged answers that are right; NaN if there are none. */
  readonly accuracy: number
  /** 95 %: Wilson, or bootstrap over questions if they were run several times. Both ends are NaN for a single question. */
  readonly interval: Interval
}

/** Normal quantile of 97.5 %. */
const Z = 1.959_963_984_540_054

export function accuracyOf(judgements: readonly Judgement[]): AccuracyFigures {
  const judged = judgements.filter((judgement) => judgement.state === 'judged')
  const correct = judged.filter(({ isCorrect }) => isCorrect).length
  return accuracyFigures(correct, judged.length, judgements.length - judged.length)
}

export function accuracyFigures(correct: number, judged: number, unjudged = 0): AccuracyFigures {
  return { correct, judged, unjudged, accuracy: correct / judged, interval: wilson(correct, judged) }
}

/**
 * Returns the mean of the questions' shares over several runs of each. Runs of one question are alike, so that Wilson's interval over all
 * runs would be too narrow; the interval is over questions.
 */
export function accuracyOverRuns(byQuestion: readonly (readonly Judgement[])[]): AccuracyFigures {
  const all = accuracyOf(byQuestion.flat())
  const questions = byQuestion.map(accuracyOf).filter(({ judged }) => judged > 0)
  if (questions.every(({ judged }) => judged === 1)) return all
  const shares = questions.map(({ accuracy }) => accuracy)
  return { ...all, accuracy: mean(shares), interval: bootstrapInterval(shares) }
}

/** Returns Wilson's score interval (1927), which stays within 0 and 1 and holds for few questions. Both ends are NaN for fewer than two. */
export function wilson(correct: number, total: number): Interval {
  if (total < 2) return [Number.NaN, Number.NaN]
  const share = correct / total
  const centre = (share + Z ** 2 / (2 * total)) / (1 + Z ** 2 / total)
  const half =
    (Z / (1 + Z ** 2 / total)) * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2))
  return [Math.max(0, centre - half), Math.min(1, centre + half)]
}

/**
 * Returns the unbiased chance that one of k runs is right: 1 - C(n - c, k) / C(n, k) for c right ones of n independent runs (Chen et al.
 * 2021, section 2.1). Null for fewer than k runs.
 */
export function passAtK(runs: number, correct: number, k: number): number | null {
  if (runs < k) return null
  let missed = 1
  for (let drawn = 0; drawn < k; drawn++) missed *= Math.max(0, runs - correct - drawn) / (runs - drawn)
  return 1 - missed
}

export interface PassFigures {
  readonly k: number
  /** Mean over the questions that were run and judged at least k times; null if there are none. */
  readonly share: number | null
  readonly questions: number
}

/** Returns Pass@k. `byQuestion` contains the judgements of the independent runs of each question. */
export function passFigures(byQuestion: readonly (readonly Judgement[])[], k: number): PassFigures {
  const shares = byQuestion.flatMap((judgements) => {
    const { correct, judged } = accuracyOf(judgements)
    return passAtK(judged, correct, k) ?? []
  })
  return { k, share: shares.length === 0 ? null : mean(shares), questions: shares.length }
}

/** Returns the accuracy of a perfect ranker over the candidates of one run. Since these are not independent, it is not Pass@k. */
export function oracleAccuracy(byQuestion: readonly (readonly Judgement[])[]): AccuracyFigures {
  const judged = byQuestion.filter((judgements) => judgements.some(({ state }) => state === 'judged'))
  const correct = judged.filter((judgements) => accuracyOf(judgements).correct > 0)
  return accuracyFigures(correct.length, judged.length, byQuestion.length - judged.length)
}

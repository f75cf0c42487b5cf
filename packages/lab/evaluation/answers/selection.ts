/**
 * Measures how well answers are chosen from candidates: Pass@1, Pass@n and hit rate as in ReThinker (arXiv 2602.04496, Appendix B;
 * specs/rethinker.md 8). Candidates of one run are not independent, so Pass@n here is not the Pass@k of independent runs.
 */
import { type AccuracyFigures, accuracyFigures } from './accuracy.ts'
import type { Judgement } from './judge.ts'

/** One run of one question. */
export interface ChosenAnswer {
  readonly answer: Judgement
  /** Candidates that the answer was chosen from; null if the run ended earlier. */
  readonly pool: readonly Judgement[] | null
}

export interface SelectionFigures {
  /** Number of all runs: unjudged ones are in the denominators, and not right (R44). */
  readonly runs: number
  /** Fewest and most candidates of a run. */
  readonly candidates: readonly [least: number, most: number]
  /** Pass@1, the share of runs whose chosen answer is right, with Wilson's interval. */
  readonly chosen: AccuracyFigures
  /** Pass@n, the share of runs with a right candidate. */
  readonly solved: AccuracyFigures
  /** Pass@1 / Pass@n, with Wilson's interval over the solved runs; null if none was solved. */
  readonly hits: AccuracyFigures | null
  /** Runs by number of right candidates, from 0, with the number in which a right one was chosen. */
  readonly byRight: readonly { readonly right: number; readonly runs: number; readonly hits: number }[]
  /** Mean number of right candidates in the runs that have candidates. */
  readonly meanRight: number
  /** Runs without candidates, which are in no row of `byRight`. */
  readonly withoutPool: number
  /** Answers and candidates without a decision. */
  readonly unjudged: number
  /** Number of unjudged ones for which the judge failed. */
  readonly judgeErrors: number
}

/** Reasons why the judge was not asked; every other reason is the judge's. */
const NOT_ASKED: ReadonlySet<string> = new Set(['no_judge', 'no_gold', 'not_asked'])

/** Returns the figures, or null if no run has candidates. */
export function selectionFigures(runs: readonly ChosenAnswer[]): SelectionFigures | null {
  const pools = runs.flatMap(({ answer, pool }) => (pool === null ? [] : [{ isHit: isRight(answer), pool }]))
  if (pools.length === 0) return null
  const rights = pools.map(({ isHit, pool }) => ({ isHit, right: pool.filter(isRight).length }))
  const hits = runs.filter(({ answer }) => isRight(answer)).length
  const solved = runs.filter(({ answer, pool }) => isRight(answer) || pool?.some(isRight) === true).length
  const sizes = pools.map(({ pool }) => pool.length)
  const judgements = runs.flatMap(({ answer, pool }) => [answer, ...(pool ?? [])])
  const unjudged = judgements.filter((judgement) => judgement.state === 'unjudged')
  return {
    runs: runs.length,
    candidates: [Math.min(...sizes), Math.max(...sizes)],
    chosen: accuracyFigures(hits, runs.length),
    solved: accuracyFigures(solved, runs.length),
    hits: solved === 0 ? null : accuracyFigures(hits, solved),
    byRight: Array.from({ length: Math.max(...sizes) + 1 }, (_, right) => {
      const own = rights.filter((run) => run.right === right)
      return { right, runs: own.length, hits: own.filter(({ isHit }) => isHit).length }
    }),
    meanRight: rights.reduce((sum, { right }) => sum + right, 0) / pools.length,
    withoutPool: runs.length - pools.length,
    unjudged: unjudged.length,
    judgeErrors: unjudged.filter(({ reason }) => !NOT_ASKED.has(reason)).length,
  }
}

function isRight(judgement: Judgement): boolean {
  return judgement.state === 'judged' && judgement.isCorrect
}

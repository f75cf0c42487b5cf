/**
 * How well is an answer chosen from candidates? Pass@1, Pass@n and hit rate as in ReThinker (arXiv 2602.04496, Appendix B; specs/rethinker.md 8).
 * Candidates of one run are not independent, so that Pass@n here is not the Pass@k of independent runs.
 */
import { type AccuracyFigures, accuracyFigures } from './accuracy.ts'
import type { Judgement } from './judge.ts'

/** One run of one question. */
export interface ChosenAnswer {
  readonly answer: Judgement
  /** What it was chosen from; null where the run did not come so far. */
  readonly pool: readonly Judgement[] | null
}

export interface SelectionFigures {
  /** All of them: what was not judged is in the denominators, and not right (R44). */
  readonly runs: number
  /** Candidates of a run: fewest and most. */
  readonly candidates: readonly [least: number, most: number]
  /** Pass@1: the chosen answer is right. Over runs; Wilson's interval. */
  readonly chosen: AccuracyFigures
  /** Pass@n: some candidate is. */
  readonly solved: AccuracyFigures
  /** Pass@1 / Pass@n, with Wilson's interval over the solved ones; null where none was solved. */
  readonly hits: AccuracyFigures | null
  /** Runs with so many right candidates, from 0 on, and in how many of them a right one was chosen. */
  readonly byRight: readonly { readonly right: number; readonly runs: number; readonly hits: number }[]
  /** Of the runs with candidates. */
  readonly meanRight: number
  /** Runs without candidates, in no row of `byRight`. */
  readonly withoutPool: number
  /** Answers and candidates that nobody decided on. */
  readonly unjudged: number
  /** Of these, those that a judge was asked about in vain. */
  readonly judgeErrors: number
}

/** Why nobody was asked; every other reason is a judge's. */
const NOT_ASKED: ReadonlySet<string> = new Set(['no_judge', 'no_gold', 'not_asked'])

/** Null where no run has candidates. */
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

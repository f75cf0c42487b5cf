/** What each stage made of each candidate, from the details that a run of Eigen-1 keeps. */
import type { CandidateStep, RunCandidates } from '../pattern.ts'
import type { Solution } from './agents.ts'
import type { Eigen1Details } from './pattern.ts'

export function isEigen1Details(details: unknown): details is Eigen1Details {
  return (
    typeof details === 'object' &&
    details !== null &&
    ['proposed', 'corrected', 'refined', 'pool'].every((name) => Array.isArray(Reflect.get(details, name)))
  )
}

/** What its agent wrote itself; runs of older versions kept only the text with its evidence. */
export function ownWords({ said, text }: Pick<Solution, 'text'> & Partial<Solution>): string {
  return said ?? text
}

/** Null for details of another form. */
export function eigen1Candidates(details: unknown): RunCandidates | null {
  if (!isEigen1Details(details)) return null
  const { proposed, pool } = details
  return { proposed: proposed.map(ownWords), pool: pool.map(ownWords), steps: candidateSteps(details) }
}

/** Only where a stage wrote something of its own. */
export function candidateSteps({ proposed, corrected, refined, pool }: Eigen1Details): CandidateStep[] {
  const stages = [
    { stage: 'correct', before: proposed, after: corrected },
    { stage: 'refine', before: corrected, after: refined },
    { stage: 'evaluate', before: refined, after: pool },
  ]
  return stages.flatMap(({ stage, before, after }) =>
    after.flatMap((solution, candidate) => {
      const { path } = solution
      const old = before[candidate]
      // The same path: the stage was left out, or its agent failed.
      return old === undefined || old.path === path
        ? []
        : [{ candidate, stage, before: ownWords(old), after: ownWords(solution) }]
    }),
  )
}

/** Counts which stages changed which answers, and whether for better or worse. */

export interface AnswerStep {
  readonly questionId: string
  /** Number of the candidate, from 0. */
  readonly candidate: number
  /** Stage, such as `correct`, `refine` or `evaluate`. */
  readonly stage: string
  /** Final answer before the stage; null if there was none. */
  readonly before: string | null
  readonly after: string | null
  /** Whether it was right; null if it was not judged. */
  readonly wasCorrect: boolean | null
  readonly isCorrect: boolean | null
}

export type AnswerChange =
  | 'right_to_wrong'
  | 'wrong_to_right'
  | 'wrong_to_wrong'
  | 'right_to_right'
  | 'unjudged'

export interface ChangedAnswer extends AnswerStep {
  readonly turn: AnswerChange
}

export interface StageChanges {
  readonly stage: string
  readonly seen: number
  readonly changed: number
  readonly turns: Readonly<Record<AnswerChange, number>>
}

export interface ChangeReport {
  readonly changes: readonly ChangedAnswer[]
  /** Stages in order of first appearance. */
  readonly stages: readonly StageChanges[]
}

/** Counts changes. An answer that appears or disappears is a change. */
export function changedAnswers(
  steps: readonly AnswerStep[],
  isSame: (one: string, other: string) => boolean,
): ChangeReport {
  const changes = steps
    .filter(({ before, after }) =>
      before === null || after === null ? before !== after : !isSame(before, after),
    )
    .map((step) => ({ ...step, turn: turnOf(step) }))
  const stages = [...new Set(steps.map(({ stage }) => stage))].map((stage): StageChanges => {
    const own = changes.filter((change) => change.stage === stage)
    const count = (turn: AnswerChange) => own.filter((change) => change.turn === turn).length
    return {
      stage,
      seen: steps.filter((step) => step.stage === stage).length,
      changed: own.length,
      turns: {
        right_to_wrong: count('right_to_wrong'),
        wrong_to_right: count('wrong_to_right'),
        wrong_to_wrong: count('wrong_to_wrong'),
        right_to_right: count('right_to_right'),
        unjudged: count('unjudged'),
      },
    }
  })
  return { changes, stages }
}

function turnOf({ wasCorrect, isCorrect }: AnswerStep): AnswerChange {
  if (wasCorrect === null || isCorrect === null) return 'unjudged'
  if (wasCorrect) return isCorrect ? 'right_to_right' : 'right_to_wrong'
  return isCorrect ? 'wrong_to_right' : 'wrong_to_wrong'
}

/** Grades an answer and the candidates of its run by programs; the rest become tasks for the judge. */

import type { GoldQuestion } from '../../../../../solver/index.ts'
import { readAnswer } from '../../../../../solver/index.ts'
import { assess } from '../assess.ts'
import type { Algebra } from '../graders/ports.ts'
import type { Judgement } from '../judge.ts'
import type { GradingLog } from './log.ts'
import { loggedValue } from './run-tasks.ts'
import { type GradingTask, type JudgeModel, judgementTask } from './tasks.ts'

export interface AnswerVerdict {
  /** The judgement that applies until the judge is asked. */
  readonly judgement: Judgement
  readonly task: GradingTask<Judgement> | null
}

export interface VerdictSettings {
  readonly algebra: Algebra
  /** Judge of answers that programs cannot grade; null leaves these unjudged. */
  readonly judge: JudgeModel | null
  /** Whether the judge is asked for everything, as published. */
  readonly judgesAll: boolean
}

export interface Verdicts {
  answer(question: GoldQuestion, response: string, signal: AbortSignal): Promise<AnswerVerdict>
  /** Grades a candidate. Candidates with the same final answer share a verdict, also with an answer that was given. */
  candidate(question: GoldQuestion, response: string, signal: AbortSignal): Promise<AnswerVerdict>
}

export function judgementOf({ judgement, task }: AnswerVerdict, log: GradingLog): Judgement {
  return (task === null ? null : loggedValue(task, log)) ?? judgement
}

export function createVerdicts({ algebra, judge, judgesAll }: VerdictSettings): Verdicts {
  const shared = new Map<string, AnswerVerdict>()

  async function verdict(
    question: GoldQuestion,
    response: string,
    signal: AbortSignal,
  ): Promise<AnswerVerdict> {
    const { gold } = question
    const isForJudge = judgesAll && judge !== null && gold !== null && response !== ''
    if (isForJudge) {
      const judgement = { state: 'unjudged', by: judge.judge, reason: 'not_asked' } as const
      return { judgement, task: judgementTask({ ...question, gold }, response, judge) }
    }
    const judgement = await assess(question, response, { judge: null, grading: { algebra } }, signal)
    const isOpen = judgement.state === 'unjudged' && judge !== null && gold !== null
    return { judgement, task: isOpen ? judgementTask({ ...question, gold }, response, judge) : null }
  }

  const keyOf = ({ id }: GoldQuestion, response: string) =>
    JSON.stringify([id, readAnswer(response).text ?? response])

  return {
    async answer(question, response, signal) {
      const own = await verdict(question, response, signal)
      const key = keyOf(question, response)
      if (!shared.has(key)) shared.set(key, own)
      return own
    },
    async candidate(question, response, signal) {
      const key = keyOf(question, response)
      const known = shared.get(key) ?? (await verdict(question, response, signal))
      shared.set(key, known)
      return known
    },
  }
}

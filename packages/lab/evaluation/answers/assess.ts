/** Grades answers by program, and by a judge if programs cannot. */

import type { GoldQuestion } from '../../../../solver/index.ts'
import { type GradeSettings, gradeAnswer } from './graders/index.ts'
import type { Judge, Judgement } from './judge.ts'

export interface AssessPorts {
  /** Judge of answers that programs cannot grade; null leaves these unjudged. */
  readonly judge: Judge | null
  readonly grading?: GradeSettings
  /** Whether the judge is asked for every answer, as published. */
  readonly judgesAll?: boolean
}

/** Grades an answer. `response` is in its submitted form. Reasons for no judgement: `no_gold`, `no_judge`, and those of the judge. */
export async function assess(
  { query, gold, answerType, options, unit }: GoldQuestion,
  response: string,
  { judge, grading = {}, judgesAll = false }: AssessPorts,
  signal: AbortSignal,
): Promise<Judgement> {
  if (gold === null) return { state: 'unjudged', by: 'grader', reason: 'no_gold' }
  if (judgesAll && judge !== null) return judge.judge({ question: query, response, gold }, signal)
  const request = { question: query, gold, answer: response, type: answerType, options, unit }
  const grade = await gradeAnswer(request, { ...grading, signal })
  if (grade.isCorrect !== null)
    return {
      state: 'judged',
      by: `grader:${grade.method}`,
      isCorrect: grade.isCorrect,
      extracted: grade.extracted,
      reasoning: grade.reason,
      confidencePercent: null,
    }
  if (judge === null) return { state: 'unjudged', by: `grader:${grade.method}`, reason: 'no_judge' }
  return judge.judge({ question: query, response, gold }, signal)
}

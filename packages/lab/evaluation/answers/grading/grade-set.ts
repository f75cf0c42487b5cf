/** Answers with their questions, verdicts and candidates: all that a report on them is made of. */

import type { GoldQuestion } from '../../../../../solver/index.ts'
import { type CandidateStep, readAnswer } from '../../../../../solver/index.ts'
import type { AnswerSet, GivenAnswer } from '../answer-set.ts'
import { gradeAnswer } from '../graders/grade.ts'
import type { Judgement } from '../judge.ts'
import type { ToolCalls } from './candidates.ts'
import { candidatesOf, toolsOf } from './candidates.ts'
import type { GradingPorts } from './ports.ts'
import { type Agreement, agreementTask, type GradingTask, type JudgeModel } from './tasks.ts'
import { type AnswerVerdict, createVerdicts, type VerdictSettings, type Verdicts } from './verdicts.ts'

export interface GradedStep extends Omit<CandidateStep, 'before' | 'after'> {
  /** Final answers; null where there was none. */
  readonly before: string | null
  readonly after: string | null
  readonly was: AnswerVerdict
  readonly is: AnswerVerdict
  readonly isSame: boolean
}

export interface GradedAnswer {
  readonly given: GivenAnswer
  readonly question: GoldQuestion
  readonly verdict: AnswerVerdict
  /** Of the pool that the ranker chose from; null where the run is not known. */
  readonly pool: readonly AnswerVerdict[] | null
  readonly steps: readonly GradedStep[] | null
  /** What its agents called; null where the run is not known, or candidates were left out. */
  readonly tools: readonly ToolCalls[] | null
  /** How far its proposals agree, of the first run of each question; null where nobody is to be asked. */
  readonly agreement: GradingTask<Agreement> | null
}

export interface GradedSet {
  readonly answers: readonly GradedAnswer[]
  /** `unknown_question`, `not_answered` (questions), `no_answer` (counted as wrong), and those of the file. */
  readonly losses: Readonly<Record<string, number>>
}

export interface GradingChoice extends VerdictSettings {
  /** Candidates, their agreement and the types of error are left out. */
  readonly answersOnly: boolean
  /** What answers were chosen from is graded all the same. */
  readonly gradesPools?: boolean | undefined
}

/** Asks no model. */
export async function gradeSet(
  ports: Pick<GradingPorts, 'runs'>,
  { set, questions }: { readonly set: AnswerSet; readonly questions: readonly GoldQuestion[] },
  choice: GradingChoice,
  signal: AbortSignal,
): Promise<GradedSet> {
  const known = new Map(questions.map((question) => [question.id, question]))
  const verdicts = createVerdicts(choice)
  const answers: GradedAnswer[] = []
  const first = new Set<string>()
  for (const given of set.answers) {
    signal.throwIfAborted()
    const question = known.get(given.id)
    if (question === undefined) continue
    const judge = first.has(given.id) ? null : choice.judge
    first.add(given.id)
    const verdict = await verdicts.answer(question, given.answer, signal)
    const isLeftOut = choice.answersOnly && choice.gradesPools !== true
    const parts = { given, question, judge, verdicts, poolAlone: choice.answersOnly }
    const candidates = isLeftOut ? NO_CANDIDATES : await gradedCandidates(ports, parts, signal)
    answers.push({ given, question, verdict, ...candidates })
  }
  const losses = {
    ...set.losses,
    unknown_question: set.answers.length - answers.length,
    not_answered: questions.filter(({ id }) => !first.has(id)).length,
    no_answer: answers.filter(({ given }) => given.answer === '').length,
  }
  return { answers, losses: Object.fromEntries(Object.entries(losses).filter(([, count]) => count > 0)) }
}

type GradedCandidates = Pick<GradedAnswer, 'pool' | 'steps' | 'tools' | 'agreement'>

const NO_CANDIDATES: GradedCandidates = { pool: null, steps: null, tools: null, agreement: null }

async function gradedCandidates(
  ports: Pick<GradingPorts, 'runs'>,
  parts: {
    readonly given: GivenAnswer
    readonly question: GoldQuestion
    readonly judge: JudgeModel | null
    readonly verdicts: Verdicts
    /** No stages, and nobody is asked how far proposals agree. */
    readonly poolAlone: boolean
  },
  signal: AbortSignal,
): Promise<GradedCandidates> {
  const { given, question, judge, verdicts, poolAlone } = parts
  if (given.runId === null) return NO_CANDIDATES
  const tools = await toolsOf(ports.runs(), given.runId)
  const candidates = await candidatesOf(ports.runs(), given.runId)
  if (candidates === null) return { ...NO_CANDIDATES, tools }
  const pool: AnswerVerdict[] = []
  for (const text of candidates.pool) pool.push(await verdicts.candidate(question, text, signal))
  if (poolAlone) return { ...NO_CANDIDATES, pool, tools }
  const steps: GradedStep[] = []
  for (const step of candidates.steps) steps.push(await gradedStep(step, question, verdicts, signal))
  const { gold } = question
  const canAgree = judge !== null && gold !== null && candidates.proposed.length > 1
  const agreement = canAgree ? agreementTask({ ...question, gold }, candidates.proposed, judge) : null
  return { pool, steps, tools, agreement }
}

async function gradedStep(
  { candidate, stage, before, after }: CandidateStep,
  question: GoldQuestion,
  verdicts: Verdicts,
  signal: AbortSignal,
): Promise<GradedStep> {
  const [was, is] = [readAnswer(before).text, readAnswer(after).text]
  return {
    candidate,
    stage,
    before: was,
    after: is,
    was: await verdicts.candidate(question, before, signal),
    is: await verdicts.candidate(question, after, signal),
    isSame: was !== null && is !== null ? await isSameAnswer(was, is, question) : was === is,
  }
}

/** "B, C and D" is BCD, and an option's text its letter (E66). */
async function isSameAnswer(one: string, other: string, question: GoldQuestion): Promise<boolean> {
  if (one === other) return true
  const { query, answerType: type, options, unit } = question
  const grade = await gradeAnswer({ question: query, gold: one, answer: other, type, options, unit })
  return grade.isCorrect === true
}

export function isWrong(judgement: Judgement): boolean {
  return judgement.state === 'judged' && !judgement.isCorrect
}

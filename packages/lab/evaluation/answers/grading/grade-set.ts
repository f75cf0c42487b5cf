/** Collects answers with their questions, verdicts and candidates for a report. */

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
  /** Final answer before the stage; null if there was none. */
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
  /** Verdicts of the pool that the ranker chose from; null if the run is unknown. */
  readonly pool: readonly AnswerVerdict[] | null
  readonly steps: readonly GradedStep[] | null
  /** Tool calls of the agents; null if the run is unknown, or candidates were left out. */
  readonly tools: readonly ToolCalls[] | null
  /** Agreement of the proposals in the first run of each question; null if no model is to be asked. */
  readonly agreement: GradingTask<Agreement> | null
}

export interface GradedSet {
  readonly answers: readonly GradedAnswer[]
  /** Counts of `unknown_question`, `not_answered` (questions), `no_answer` (counted as wrong), and losses of the file. */
  readonly losses: Readonly<Record<string, number>>
}

export interface GradingChoice extends VerdictSettings {
  /** Whether candidates, their agreement and the types of error are left out. */
  readonly answersOnly: boolean
  /** Whether the candidates that answers were chosen from are graded anyway. */
  readonly gradesPools?: boolean | undefined
}

/** Grades a set without asking a model. */
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
    /** Whether stages and agreement of proposals are left out. */
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

/** Compares two answers: "B, C and D" is BCD, and an option's text is its letter (E66). */
async function isSameAnswer(one: string, other: string, question: GoldQuestion): Promise<boolean> {
  if (one === other) return true
  const { query, answerType: type, options, unit } = question
  const grade = await gradeAnswer({ question: query, gold: one, answer: other, type, options, unit })
  return grade.isCorrect === true
}

export function isWrong(judgement: Judgement): boolean {
  return judgement.state === 'judged' && !judgement.isCorrect
}

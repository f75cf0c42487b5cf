/** Grades sets of answers by programs first, then by the judge, after consent to its cost. */
import { join } from 'node:path'
import { closingAsync, GlossError } from '../../../../../core/index.ts'
import type { GoldQuestion } from '../../../../../solver/index.ts'
import type { AnswersReport } from '../../report/report.ts'
import type { AnswerSet } from '../answer-set.ts'
import { agreementLines } from '../diversity.ts'
import { errorTypeFigures, type LabelledFailure } from '../error-types.ts'
import { type FinishedAnswers, tasksOf, unjudgedLosses } from './figures.ts'
import { type GradedAnswer, type GradedSet, gradeSet, isWrong } from './grade-set.ts'
import { type GradingLog, openGradingLog } from './log.ts'
import type { GradingPorts } from './ports.ts'
import { isLogged, loggedValue, runTasks } from './run-tasks.ts'
import {
  type Agreement,
  type GradingTask,
  type JudgeModel,
  judgeModel,
  labelTask,
  summed,
  type TaskCost,
  tasksSentence,
} from './tasks.ts'
import { judgementOf } from './verdicts.ts'

export interface JudgingRequest {
  /** `none`: answers that programs cannot grade stay unjudged. `all`: the judge is asked for everything, as published. */
  readonly judge: 'none' | 'open' | 'all'
  /** Whether candidates, agreement and types of error are left out. */
  readonly answersOnly: boolean
  /** With `answersOnly`: whether the candidates that answers were chosen from are graded anyway. */
  readonly gradesPools?: boolean | undefined
  /** Called with the projected tokens and cost before a model is asked; false ends the grading with `CONSENT_NEEDED`. */
  readonly consent: (projection: string) => Promise<boolean>
  readonly onProgress: (what: string) => void
}

export interface SetGrading {
  readonly settled: FinishedAnswers
  readonly graders: readonly string[]
  readonly agreement: AnswersReport['agreement']
  readonly errorTypes: AnswersReport['errorTypes']
  readonly losses: Readonly<Record<string, number>>
}

const LOG_FILE = 'gradings.jsonl'

const PROGRESS_STEP = 20

interface GivenSet {
  readonly set: AnswerSet
  readonly questions: readonly GoldQuestion[]
}

/** Grades several sets, with one projection and one consent. */
export async function gradeSets(
  ports: GradingPorts,
  given: readonly GivenSet[],
  request: JudgingRequest,
  signal: AbortSignal,
): Promise<SetGrading[]> {
  const judge = request.judge === 'none' ? null : judgeModel(ports.openJudge())
  await using algebra = closingAsync(await ports.openAlgebra())
  const { answersOnly, gradesPools } = request
  const choice = { algebra, judge, judgesAll: request.judge === 'all', answersOnly, gradesPools }
  const opened: OpenedSet[] = []
  for (const one of given) {
    request.onProgress(`${one.set.answers.length} answers of ${one.set.folder} are graded by programs`)
    const graded = await gradeSet(ports, one, choice, signal)
    opened.push({ ...graded, log: await openGradingLog(join(one.set.folder, LOG_FILE)) })
  }
  if (judge !== null) await askJudge(ports, opened, judge, request, signal)
  return opened.map((one) => settledSet(one, request.answersOnly ? null : judge))
}

interface OpenedSet extends GradedSet {
  readonly log: GradingLog
}

async function askJudge(
  ports: GradingPorts,
  sets: readonly OpenedSet[],
  judge: JudgeModel,
  { answersOnly, consent, onProgress }: JudgingRequest,
  signal: AbortSignal,
): Promise<void> {
  // Which answers are wrong is known only afterwards: at most, all first runs are labelled.
  const open = sets.map(({ answers, log }) => {
    const tasks = answers.flatMap((answer) => tasksOf(answer))
    const labels = answersOnly ? [] : [...failuresOf({ answers, log }, judge, true).values()]
    return [...tasks, ...labels].filter((task) => !isLogged(task, log))
  })
  const left = [...new Map(open.flat().map((task) => [task.key, task])).values()]
  if (left.length === 0) return
  const costs = left.map((task) => measuredCost(task, sets))
  const projection = tasksSentence(costs, judge.model, ports.prices)
  if (!(await consent(projection))) throw new GlossError('CONSENT_NEEDED', projection)
  onProgress(`${judge.model} judges: ${projection}`)
  const onSettled = (ended: number, total: number) => {
    if (ended === total || ended % PROGRESS_STEP === 0) onProgress(`${ended} of ${total} judged`)
  }
  for (const { answers, log } of sets) {
    const place = { ports, log, onSettled }
    await runTasks(
      answers.flatMap((answer) => tasksOf(answer)),
      place,
      signal,
    )
    if (answersOnly) continue
    await runTasks([...failuresOf({ answers, log }, judge, false).values()], place, signal)
  }
}

/** Returns the failure of each question whose first run is wrong, or with `isPossible`, may turn out to be. */
function failuresOf(
  { answers, log }: Pick<OpenedSet, 'answers' | 'log'>,
  judge: JudgeModel,
  isPossible: boolean,
): Map<GradedAnswer, GradingTask<LabelledFailure>> {
  const first = new Map<string, GradedAnswer>()
  for (const answer of answers) if (!first.has(answer.question.id)) first.set(answer.question.id, answer)
  const failures = [...first.values()].filter(({ verdict, given }) => {
    const judgement = judgementOf(verdict, log)
    const isOpen = isPossible && verdict.task !== null && !isLogged(verdict.task, log)
    return given.answer !== '' && (isWrong(judgement) || isOpen)
  })
  return new Map(
    failures.flatMap((answer) => {
      const { question, given } = answer
      const { id: questionId, query, gold } = question
      if (gold === null) return []
      return [
        [answer, labelTask({ questionId, question: query, response: given.answer, gold }, judge)] as const,
      ]
    }),
  )
}

function settledSet({ answers, log, losses }: OpenedSet, judge: JudgeModel | null): SetGrading {
  const labels =
    judge === null
      ? new Map<GradedAnswer, GradingTask<LabelledFailure>>()
      : failuresOf({ answers, log }, judge, false)
  const settled = { answers, log, labels }
  const labelled = [...labels.values()].flatMap((task) => loggedValue(task, log) ?? [])
  const agreements = answers.flatMap(({ agreement }) =>
    agreement === null ? [] : (loggedValue(agreement, log) ?? []),
  )
  const by = answers.map(({ verdict }) => judgementOf(verdict, log).by)
  return {
    settled,
    graders: [...new Set(by)].sort(),
    agreement: agreements.length === 0 ? null : agreementOf(agreements),
    errorTypes: labelled.length === 0 ? null : errorTypeFigures(labelled),
    losses: summed([
      losses,
      unjudgedLosses(settled),
      ...agreements.map((one) => one.losses),
      ...labelled.map(({ types, reason }) => (types === null ? { [`unlabelled: ${reason}`]: 1 } : {})),
    ]),
  }
}

function agreementOf(agreements: readonly Agreement[]): NonNullable<AnswersReport['agreement']> {
  const points = agreements.flatMap(({ consistency, accuracy, questionId, task }) =>
    consistency === null || accuracy === null ? [] : [{ questionId, task, consistency, accuracy }],
  )
  return { points, lines: agreementLines(points) }
}

/** Returns the cost of earlier tasks of the kind, if there are any: models that think write more than the form needs. */
function measuredCost({ kind, cost }: GradingTask<unknown>, sets: readonly OpenedSet[]): TaskCost {
  const rows = sets.flatMap(({ log }) => log.rowsOf(kind))
  const calls = rows.reduce((sum, row) => sum + row.calls, 0)
  const written = rows.reduce((sum, row) => sum + row.completionTokens, 0)
  return calls === 0 ? cost : { ...cost, completionTokens: Math.ceil((cost.calls * written) / calls) }
}

/** Computes the figures of graded answers: of one way of solving, and of each of its runs. */
import { compareText } from '../../../../../core/index.ts'
import type { SettingReport } from '../../report/report.ts'
import { accuracyOf, accuracyOverRuns, oracleAccuracy, passFigures } from '../accuracy.ts'
import { calibrationOf } from '../calibration.ts'
import { type AnswerStep, changedAnswers } from '../changed-answers.ts'
import type { Judgement } from '../judge.ts'
import { type LedgerSummary, ledgerSummary } from '../ledger-summary.ts'
import { type ChosenAnswer, selectionFigures } from '../selection.ts'
import { spendingFigures } from '../spending.ts'
import { watchTotals } from '../watch-totals.ts'
import type { ToolCalls } from './candidates.ts'
import type { GradedAnswer } from './grade-set.ts'
import type { GradingLog } from './log.ts'
import { ledgerOf } from './run-tasks.ts'
import type { GradingTask } from './tasks.ts'
import { judgementOf } from './verdicts.ts'

/** Attempts of Pass@k (7.2). */
const ATTEMPTS = [1, 5] as const
const UNNAMED = 'no category'

export interface FinishedAnswers {
  readonly answers: readonly GradedAnswer[]
  readonly log: GradingLog
  /** Tasks of failures, which are known only when the others are settled. */
  readonly labels: ReadonlyMap<GradedAnswer, GradingTask<unknown>>
}

/** Returns the report. `attempts` are those of Pass@k over independent runs. */
export function settingReport(
  name: string,
  settled: FinishedAnswers,
  attempts: readonly number[] = ATTEMPTS,
): SettingReport {
  const { answers, log } = settled
  const judgements = answers.map(({ verdict }) => judgementOf(verdict, log))
  const byQuestion = judgedByQuestion(answers, log)
  const pools = answers.flatMap(({ pool }) =>
    pool === null ? [] : [pool.map((one) => judgementOf(one, log))],
  )
  return {
    name,
    accuracy: accuracyOverRuns(byQuestion),
    categories: categoryFigures(settled),
    passes: attempts.map((k) => passFigures(byQuestion, k)),
    oracle: pools.length === 0 ? null : oracleAccuracy(pools),
    calibration: calibrationOf(judgements),
    ledger: ledgerFigures(settled),
    changes: changeFigures(settled),
    watch: watchTotals(answers.map(({ given }) => given.watch)),
    selection: selectionFigures(chosenAnswers(settled)),
    spending: spendingFigures(
      answers.map(({ given, verdict }) => {
        const { ledger, seconds } = given
        return { ledger, seconds, isRight: isRight(judgementOf(verdict, log)) }
      }),
    ),
    tools: toolFigures(answers),
  }
}

function judgedByQuestion(answers: readonly GradedAnswer[], log: GradingLog): Judgement[][] {
  return grouped(answers).map((own) => own.map(({ verdict }) => judgementOf(verdict, log)))
}

function categoryFigures({ answers, log }: FinishedAnswers): SettingReport['categories'] {
  const byCategory = Map.groupBy(answers, ({ question }) => question.category)
  if (byCategory.size < 2) return []
  return [...byCategory]
    .map(([category, own]) => ({
      category: category === '' ? UNNAMED : category,
      accuracy: accuracyOverRuns(judgedByQuestion(own, log)),
    }))
    .toSorted((one, other) => compareText(one.category, other.category))
}

/** Returns, for each question, the share of its runs that are right. Unjudged runs count as not right. */
export function solvedShares({ answers, log }: FinishedAnswers): ReadonlyMap<string, number> {
  const shares = grouped(answers).map((own): [string, number] => {
    const right = own.filter(({ verdict }) => isRight(judgementOf(verdict, log))).length
    return [own[0]!.question.id, right / own.length]
  })
  return new Map(shares)
}

function chosenAnswers({ answers, log }: FinishedAnswers): ChosenAnswer[] {
  return answers.map(({ verdict, pool }) => ({
    answer: judgementOf(verdict, log),
    pool: pool?.map((one) => judgementOf(one, log)) ?? null,
  }))
}

/** Returns means per run, or null if nothing is known of any run. */
function toolFigures(answers: readonly GradedAnswer[]): SettingReport['tools'] {
  const known = answers.flatMap(({ tools }) => (tools === null ? [] : [tools]))
  if (known.length === 0) return null
  const sums = new Map<string, ToolCalls>()
  for (const { stage, tool, calls } of known.flat()) {
    const key = JSON.stringify([stage, tool])
    sums.set(key, { stage, tool, calls: (sums.get(key)?.calls ?? 0) + calls })
  }
  return [...sums.values()].map((sum) => ({ ...sum, calls: sum.calls / known.length }))
}

function isRight(judgement: Judgement): boolean {
  return judgement.state === 'judged' && judgement.isCorrect
}

/** Returns the accuracy of each run; empty for a single run. */
export function runReports({ answers, log }: FinishedAnswers): SettingReport[] {
  const runs = [...new Set(answers.map(({ given }) => given.run))].sort((one, other) => one - other)
  if (runs.length < 2) return []
  return runs.map((run) => ({
    name: `run ${run}`,
    accuracy: accuracyOf(
      answers.filter(({ given }) => given.run === run).map(({ verdict }) => judgementOf(verdict, log)),
    ),
    categories: [],
    passes: [],
    oracle: null,
    calibration: null,
    ledger: null,
    changes: null,
    watch: null,
    selection: null,
    spending: null,
    tools: null,
  }))
}

/** Returns the reasons why answers are unjudged, with counts. */
export function unjudgedLosses({ answers, log }: FinishedAnswers): Record<string, number> {
  const losses: Record<string, number> = {}
  for (const { verdict } of answers) {
    const judgement: Judgement = judgementOf(verdict, log)
    if (judgement.state !== 'unjudged') continue
    const reason = `unjudged: ${judgement.reason}`
    losses[reason] = (losses[reason] ?? 0) + 1
  }
  return losses
}

function grouped(answers: readonly GradedAnswer[]): GradedAnswer[][] {
  const groups = new Map<string, GradedAnswer[]>()
  for (const answer of answers) {
    const id = answer.question.id
    groups.set(id, [...(groups.get(id) ?? []), answer])
  }
  return [...groups.values()]
}

/** Returns the ledger, or null if nothing is known of any model. A judge's call on several answers counts for the first of them. */
function ledgerFigures({ answers, log, labels }: FinishedAnswers): LedgerSummary | null {
  const counted = new Set<string>()
  const ledgers = answers.map((answer) => {
    const own = tasksOf(answer, labels.get(answer)).filter(({ key }) => !counted.has(key))
    for (const { key } of own) counted.add(key)
    const asked = new Map(own.map((task) => [task.key, ledgerOf(task, log)]))
    const rows = [...(answer.given.ledger ?? []), ...[...asked.values()].flat()]
    return { questionId: answer.question.id, rows, steps: answer.given.steps ?? 0 }
  })
  return ledgers.every(({ rows }) => rows.length === 0) ? null : ledgerSummary(ledgers)
}

/** Returns all judge tasks for one answer; candidates with the same final answer share one. */
export function tasksOf(
  { verdict, pool, steps, agreement }: GradedAnswer,
  label?: GradingTask<unknown>,
): GradingTask<unknown>[] {
  const verdicts = [verdict, ...(pool ?? []), ...(steps ?? []).flatMap(({ was, is }) => [was, is])]
  const tasks = [...verdicts.map(({ task }) => task), agreement, label]
  return tasks.flatMap((task) => task ?? []) as GradingTask<unknown>[]
}

function changeFigures({ answers, log }: FinishedAnswers): SettingReport['changes'] {
  const isCorrect = (judgement: Judgement) => (judgement.state === 'judged' ? judgement.isCorrect : null)
  const same = new Set<string>()
  const steps = answers.flatMap(({ question, steps: own }) =>
    (own ?? []).map(({ was, is, isSame, before, after, ...step }): AnswerStep => {
      if (isSame) same.add(pairOf(before ?? '', after ?? ''))
      return {
        ...step,
        questionId: question.id,
        before,
        after,
        wasCorrect: isCorrect(judgementOf(was, log)),
        isCorrect: isCorrect(judgementOf(is, log)),
      }
    }),
  )
  return answers.every((answer) => answer.steps === null)
    ? null
    : changedAnswers(steps, (one, other) => one === other || same.has(pairOf(one, other)))
}

function pairOf(before: string, after: string): string {
  return JSON.stringify([before, after])
}

/** `gloss solve`: answers a question, or a file of questions, with a pattern of agents. */
import type { Command } from 'commander'
import {
  continueRun,
  DEMONSTRATION_NOTICE,
  plannedRuns,
  projectionSentence,
  projectRuns,
  type RunOutcome,
  type RunRecord,
  type SolveRequest,
  startDemonstration,
  startRun,
} from '../../app/solve/index.ts'
import { watchRates } from '../../app/think/index.ts'
import { GlossError, invalidInput } from '../../core/index.ts'
import { answerMarkLines, marksOn } from '../answer-mark-lines.ts'
import { agreed } from '../consent.ts'
import {
  type CommonOptions,
  type Context,
  withCommonOptions,
  withContext,
  withRankingOptions,
} from '../context.ts'
import {
  type BudgetOptions,
  DEFAULT_BUDGET_TOKENS,
  type PlanOptions,
  requestOf,
  withBudgetOptions,
  withPlanOptions,
} from './run-options.ts'
import { outcomeLines, runListener } from './run-report.ts'
import { type SetOptions, solveFile, withSetOptions } from './solve-set.ts'
import { noteProblems } from './think-report.ts'

interface SolveOptions extends CommonOptions, PlanOptions, BudgetOptions, SetOptions {
  readonly demo?: boolean
}

// The published pattern may write 1.5 million at most. Chosen, not measured: the limit of POST /solve for runs without a budget.
const MAX_UNCONFIRMED_TOKENS = 5_000_000

export function addSolveCommand(program: Command): void {
  const command = withRankingOptions(withCommonOptions(program.command('solve')))
    .description('Solve a question with a pattern of one or several agents.')
    .argument('[text...]', 'the question (omit with --file)')
    .option('--demo', 'run a demonstration without a model: only the model’s answers are scripted')
  withSetOptions(withBudgetOptions(withPlanOptions(command))).action(withContext(solve))
}

async function solve(text: readonly string[], options: SolveOptions, context: Context): Promise<void> {
  if (options.demo === true) return await playDemonstration(options.pattern, context)
  const request = await requestOf(options)
  const { file } = options
  if (file === undefined) return await solveOne(text.join(' '), request, options.yes === true, context)
  if (text.length === 0) return await solveFile({ ...options, file }, request, context)
  throw invalidInput('file', 'Give a question or --file, not both.')
}

async function playDemonstration(pattern: string | undefined, context: Context): Promise<void> {
  const { gloss, output, signal } = context
  output.note(DEMONSTRATION_NOTICE)
  const record = await startDemonstration(gloss, signal, pattern)
  output.note(`run ${record.id}`)
  output.line(record.plan.question.text)
  output.line()
  const outcome = await continueRun(gloss, record, {
    onEvent: runListener(output, record.plan.pattern),
    signal,
  })
  await printOutcome(record, outcome, context)
  output.note(DEMONSTRATION_NOTICE)
}

async function solveOne(
  text: string,
  request: Omit<SolveRequest, 'question'>,
  isAgreed: boolean,
  context: Context,
): Promise<void> {
  const { gloss, output, signal } = context
  const asked: SolveRequest = { question: { id: 'asked', text }, ...request }
  const budget = await agreeOn(asked, isAgreed, context)
  const record = await startRun(gloss, { ...asked, budget })
  output.note(`run ${record.id}`)
  for (const notice of record.plan.notices ?? []) output.note(notice)
  const outcome = await continueRun(gloss, record, {
    onEvent: runListener(output, record.plan.pattern),
    signal,
  })
  await printOutcome(record, outcome, context)
}

/**
 * Prints the limits of the run and returns its budget: the given one, else half a million tokens, else none if a person agreed to more.
 * Throws `CONSENT_NEEDED` if a run may exceed half a million, has no given budget, and no person agreed.
 */
async function agreeOn(
  request: SolveRequest,
  isAgreed: boolean,
  { gloss, output }: Context,
): Promise<SolveRequest['budget']> {
  const projection = await projectRuns(gloss, [plannedRuns(gloss, request, 1)])
  const sentence = projectionSentence(projection)
  const { budget = {} } = request
  if (isAgreed || Object.keys(budget).length > 0) {
    output.note(`gloss: ${sentence}`)
    return budget
  }
  const isMuch =
    projection.measured === null || projection.measured === undefined
      ? projection.completionTokens > MAX_UNCONFIRMED_TOKENS
      : projection.measured.tokens > DEFAULT_BUDGET_TOKENS
  if (!isMuch) {
    const limit = DEFAULT_BUDGET_TOKENS.toLocaleString('en')
    output.note(
      `gloss: ${sentence} It stops at ${limit} tokens; --budget-tokens sets another limit, --yes none.`,
    )
    return { tokens: DEFAULT_BUDGET_TOKENS }
  }
  if (await agreed(`gloss: ${sentence}`, output)) return budget
  throw new GlossError(
    'CONSENT_NEEDED',
    `${sentence} Add --yes to run it all the same, or a limit such as --budget-tokens 500000.`,
  )
}

export async function printOutcome(record: RunRecord, outcome: RunOutcome, context: Context): Promise<void> {
  const { output } = context
  const { marks, problems } = await marksOn(outcome.answer ?? '', record.plan.corpus, context)
  for (const line of [...outcomeLines(record, outcome), ...answerMarkLines(marks)]) output.line(line)
  const { answer, evidence, watch, status, ledgers, seconds, failure, details } = outcome
  if (watch !== undefined) noteProblems(watch, output)
  output.object({
    run: record.id,
    pattern: record.plan.pattern,
    status,
    notices: record.plan.notices ?? [],
    answer,
    marks,
    problems,
    evidence,
    watch: watch === undefined ? null : { ...watch, rates: watchRates(watch) },
    ledger: Object.fromEntries(ledgers.byRole.map(({ role, ...row }) => [role, row])),
    stages: Object.fromEntries(ledgers.byStage.map(({ role, ...row }) => [role, row])),
    steps: ledgers.steps,
    seconds,
    failure,
    details,
  })
  if (answer === null || status === 'failed') process.exitCode = 1
}

/** `gloss runs`: lists, shows and resumes solver runs. */
import type { Command } from 'commander'
import { continueRun, readRunTrace } from '../../app/solve/index.ts'
import { answerMarkLines, marksOn } from '../answer-mark-lines.ts'
import { type CommonOptions, type Context, withCommonOptions, withContext } from '../context.ts'
import { oneOf, wholeNumber } from '../options.ts'
import { type BudgetOptions, budgetOf, withBudgetOptions } from './run-options.ts'
import { runLines, runListener, summaryLines } from './run-report.ts'
import { printOutcome } from './solve.ts'

interface ListOptions extends CommonOptions {
  readonly limit?: number
}

interface ShowOptions extends CommonOptions {
  readonly full?: boolean
  readonly format?: 'markdown' | 'html'
}

interface ResumeOptions extends CommonOptions, BudgetOptions {
  readonly again?: boolean
}

const DEFAULT_LIMIT = 20

export function addRunsCommand(program: Command): void {
  const runs = program.command('runs').description('List, show and resume solver runs.')
  withCommonOptions(runs.command('list'))
    .description('List runs, newest first.')
    .option(
      '--limit <n>',
      `number of runs to list (default: ${DEFAULT_LIMIT})`,
      wholeNumber('--limit', 1, 10_000),
    )
    .action(withContext(list))
  withCommonOptions(runs.command('show'))
    .description('Show a run: question, answer, evidence and cost; --full adds prompts and decisions.')
    .argument('<id>', 'run id or a unique prefix of it')
    .option('--full', 'everything the run recorded: conditions, prompts, looks, decisions')
    .option(
      '--format <name>',
      'show everything as markdown or html (default with --full: markdown)',
      oneOf('--format', ['markdown', 'html']),
    )
    .action(withContext(show))
  withBudgetOptions(
    withCommonOptions(runs.command('resume'))
      .description('Resume a stopped run without repeating finished calls.')
      .argument('<id>', 'run id or a unique prefix of it')
      .option('--again', 'repeat the first failed call and everything after it'),
  ).action(withContext(resume))
}

async function list({ limit = DEFAULT_LIMIT }: ListOptions, { gloss, output }: Context): Promise<void> {
  const records = await gloss.runs().list(limit)
  for (const line of runLines(records)) output.line(line)
  output.object({
    runs: records.map(({ id, startedAt, status, plan, outcome }) => ({
      id,
      startedAt,
      status,
      pattern: plan.pattern,
      question: plan.question,
      answer: outcome?.answer ?? null,
    })),
  })
}

async function show(id: string, { full = false, format }: ShowOptions, context: Context): Promise<void> {
  const { gloss, output } = context
  const record = await gloss.runs().get(id)
  const marked = await marksOn(record.outcome?.answer ?? '', record.plan.corpus, context)
  if (!full && format === undefined && !output.isJson) {
    for (const line of [...summaryLines(record), ...answerMarkLines(marked.marks)]) output.line(line)
    return
  }
  const trace = await readRunTrace(gloss, id, marked)
  output.line(format === 'html' ? trace.html() : trace.markdown())
  output.object(trace.object)
}

async function resume(id: string, options: ResumeOptions, context: Context): Promise<void> {
  const { gloss, output, signal } = context
  const record = await gloss.runs().get(id)
  const outcome = await continueRun(gloss, record, {
    onEvent: runListener(output, record.plan.pattern),
    signal,
    budget: budgetOf(options),
    again: options.again ?? false,
  })
  await printOutcome(record, outcome, context)
}

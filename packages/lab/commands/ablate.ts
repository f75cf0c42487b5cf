/** `gloss ablate`: measures what each part of a pattern contributes, by its grid, such as the tables of its paper, on any questions. */
import type { Command } from 'commander'
import {
  type BudgetOptions,
  budgetOfEachRun,
  type CommonOptions,
  type Context,
  type PlanOptions,
  printFailures,
  requestOf,
  setListener,
  shownPath,
  wholeNumber,
  withBudgetOptions,
  withCommonOptions,
  withContext,
  withPlanOptions,
} from '../../../cli/index.ts'
import { PATTERN_LIST } from '../../../solver/index.ts'
import { ablate } from '../use-cases/evaluate/ablate.ts'
import { readDecoding } from '../use-cases/evaluate/arm-settings.ts'
import { writeAnswersReport } from '../use-cases/evaluate/write-answers-report.ts'
import { type JudgeFlags, judgingOf, printAnswersReport, withJudgeOptions } from './judge-options.ts'

interface AblateOptions extends CommonOptions, PlanOptions, BudgetOptions, JudgeFlags {
  readonly rows?: string
  readonly runs?: number
  readonly out?: string
  readonly concurrency?: number
  readonly against?: string
  readonly genericCorpus?: string
  readonly decoding?: string
}

const MAX_RUNS = 1_000
const MAX_CONCURRENCY = 256
const DEFAULT_OUT = 'ablations'

export function addAblateCommand(program: Command): void {
  const command = withCommonOptions(program.command('ablate'))
    .description('Run ablations: solve questions with parts of the pattern removed or changed.')
    .argument('<questions>', 'file of questions with gold answers (JSON, JSONL or CSV)')
    .option(
      '--rows <names>',
      `comma-separated tables of the pattern’s grid (${tableHelp()}) or rows such as 3b:without-hsr (default: all)`,
    )
    .option('--runs <n>', 'independent runs per question (default: 1)', wholeNumber('--runs', 1, MAX_RUNS))
    .option(
      '--out <dir>',
      `folder for the results; run the command again to resume (default: ${DEFAULT_OUT})`,
    )
    .option('--against <row>', 'baseline row for savings (default: 3a:explicit)')
    .option(
      '--decoding <settings>',
      'sampling, the same for all rows, even of other patterns, such as temperature=0.2,maxTokens=4096,seed=1',
    )
    .option('--generic-corpus <name>', 'corpus for the row A5:generic-corpus')
    .option(
      '--concurrency <n>',
      'questions to solve in parallel (default: 4)',
      wholeNumber('--concurrency', 1, MAX_CONCURRENCY),
    )
  withJudgeOptions(withBudgetOptions(withPlanOptions(command)), { hasCandidates: false }).action(
    withContext(runAblation),
  )
}

/** Lists the tables of each pattern: `eigen1: 3a, 3b; single: temperature` */
function tableHelp(): string {
  return PATTERN_LIST.map(({ name, ablations }) => {
    const tables = [...new Set(ablations.map(({ table }) => table))]
    return `${name}: ${tables.join(', ')}`
  }).join('; ')
}

async function runAblation(file: string, options: AblateOptions, context: Context): Promise<void> {
  const { gloss, output, signal } = context
  const { rows, runs = 1, out = DEFAULT_OUT, concurrency, against, genericCorpus, decoding } = options
  const listen = setListener(output)
  const request = {
    ...judgingOf(options, output),
    file,
    runs,
    out,
    request: { ...(await requestOf(options)), budget: budgetOfEachRun(options, output) },
    concurrency,
    rows: rows?.split(',').map((name) => name.trim()),
    against,
    genericCorpus,
    decoding: decoding === undefined ? undefined : readDecoding(decoding),
    onSet: (_folder: string, event: Parameters<typeof listen>[0]) => listen(event),
  }
  const { report, folders, failures } = await ablate(gloss, request, signal)
  printAnswersReport(report, output)
  printFailures(failures, output)
  const files = await writeAnswersReport(out, report, { folders, failures })
  output.line(`Written: ${files.map(shownPath).join(', ')}`)
  output.object({ ...report, folders, failures, files })
}

/** `gloss compare-patterns`: solves the same questions with several patterns, and reports what each of them is worth. */
import type { Command } from 'commander'
import {
  addSetting,
  type BudgetOptions,
  budgetOfEachRun,
  type CommonOptions,
  type Context,
  decimalNumber,
  filterOf,
  type GivenSettings,
  listOf,
  monitorNamed,
  type Output,
  type PlanOptions,
  printFailures,
  setListener,
  shownPath,
  WATCHERS,
  wholeNumber,
  withBackendOption,
  withBudgetOptions,
  withCommonOptions,
  withContext,
  withFilterOptions,
  withMonitorOption,
} from '../../../cli/index.ts'
import { PATTERN_NAMES } from '../../../solver/index.ts'
import { readDecoding } from '../use-cases/evaluate/arm-settings.ts'
import { comparePatterns, type PatternComparison } from '../use-cases/evaluate/compare-patterns.ts'
import { writeAnswersReport } from '../use-cases/evaluate/write-answers-report.ts'
import { type JudgeFlags, judgingOf, printAnswersReport, withJudgeOptions } from './judge-options.ts'

interface ComparePatternsOptions
  extends CommonOptions,
    BudgetOptions,
    JudgeFlags,
    Omit<PlanOptions, 'pattern' | 'preset' | 'set'> {
  readonly file: string
  readonly patterns?: string[]
  readonly set?: GivenSettings
  readonly decoding?: string
  readonly runs: number
  readonly out: string
  readonly concurrency?: number
  readonly costLimit?: number
}

const MAX_RUNS = 1_000
const MAX_CONCURRENCY = 256

export function addComparePatternsCommand(program: Command): void {
  const command = withCommonOptions(program.command('compare-patterns'))
    .description('Solve the same questions with several patterns and compare them.')
    .requiredOption('--file <file>', 'questions with gold answers (JSON, JSONL or CSV)')
    .option(
      '--patterns <names>',
      `comma-separated, each PATTERN or PATTERN:PRESET (default: ${PATTERN_NAMES.join(',')})`,
      listOf((name) => name),
    )
    .option(
      '--set <name=value>',
      'a setting of every pattern that has it, or of one: rethinker.paths=3; may be repeated',
      addSetting,
    )
    .option(
      '--decoding <settings>',
      'sampling, the same for all patterns, such as temperature=0.2,maxTokens=4096,seed=1',
    )
    .option('--runs <n>', 'independent runs per question and pattern', wholeNumber('--runs', 1, MAX_RUNS), 1)
    .option('--out <dir>', 'folder for the results; run the command again to resume', 'pattern-comparison')
    .option(
      '--concurrency <n>',
      'questions to solve in parallel (default: 4)',
      wholeNumber('--concurrency', 1, MAX_CONCURRENCY),
    )
    .option(
      '--cost-limit <usd>',
      'start no run that is expected to bring the total cost above this many US dollars',
      decimalNumber('--cost-limit', 0, 1_000_000),
    )
  withBackendOption(command)
  withMonitorOption(command, WATCHERS, 'the streams')
  withJudgeOptions(withBudgetOptions(withFilterOptions(command)), { hasCandidates: false }).action(
    withContext(runComparison),
  )
}

async function runComparison(options: ComparePatternsOptions, context: Context): Promise<void> {
  const { gloss, output, signal } = context
  const { file, patterns, set = {}, decoding, runs, out, concurrency, costLimit, backend, monitor } = options
  const listen = setListener(output)
  const request = {
    ...judgingOf(options, output),
    ...{ file, runs, out, concurrency, costLimit, settings: set },
    arms: patterns,
    decoding: decoding === undefined ? undefined : readDecoding(decoding),
    base: {
      backend,
      monitor: monitorNamed(monitor),
      filter: filterOf(options),
      budget: budgetOfEachRun(options, output),
    },
    onSet(arm: string, event: Parameters<typeof listen>[0]) {
      if (event.type === 'begin') output.note(`gloss: ${arm}`)
      listen(event)
    },
  }
  const { report, ...rest } = await comparePatterns(gloss, request, signal)
  printAnswersReport(report, output)
  printFailures(rest.failures, output)
  printStop(rest, output)
  const files = await writeAnswersReport(out, report, rest)
  output.line(`Written: ${files.map(shownPath).join(', ')}`)
  output.object({ ...report, ...rest, files })
}

function printStop({ stopped }: Pick<PatternComparison, 'stopped'>, output: Output): void {
  if (stopped === null) return
  const { costLimit, spent, arm, expected, left } = stopped
  const open = Object.entries(left).flatMap(([name, runs]) => (runs === 0 ? [] : [`${name} ${runs}`]))
  output.line(
    `Stopped: $${spent.toFixed(4)} of $${costLimit} are spent, and the next run of ${arm} is expected to take $${expected.toFixed(4)}. Runs not asked: ${open.join(', ')}. Run the command again with a higher --cost-limit to continue.`,
  )
}

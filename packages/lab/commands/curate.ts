/** `gloss curate`: turns trajectories of past runs into training samples. */
import { type Command, InvalidArgumentError } from 'commander'
import {
  agreed,
  type CommonOptions,
  type Context,
  counted,
  type Output,
  shownPath,
  table,
  wholeNumber,
  withCommonOptions,
  withContext,
} from '../../../cli/index.ts'
import { CURATION_REASONS, CURATION_STAGES, type StageRatios } from '../training/index.ts'
import { type CurateResult, curateRuns } from '../use-cases/train/curate-runs.ts'

interface CurateOptions extends CommonOptions {
  readonly out: string
  readonly questions?: string
  readonly ratios?: StageRatios
  readonly seed?: number
  readonly minCalls?: number
  readonly maxCalls?: number
  readonly keepRecovered?: boolean
  readonly yes?: boolean
}

const DEFAULT_SEED = 1
const DEFAULT_MIN_CALLS = 1
const DEFAULT_MAX_CALLS = 50
const MAX_CALLS = 10_000

export function addCurateCommand(program: Command): void {
  withCommonOptions(program.command('curate'))
    .description('Turn trajectories of past ReThinker runs into training samples.')
    .argument('<runs...>', 'run ids, unique prefixes of them, or folders of `gloss solve --file`')
    .requiredOption('--out <file>', 'JSON Lines file of samples to write; must not exist')
    .option(
      '--questions <file>',
      'questions with their answers (default: for a folder, the file it was made from)',
    )
    .option(
      '--ratios <shares>',
      `balance the stages, such as solver=.5,critic=.3,selector=.2; stages: ${CURATION_STAGES.join(', ')}`,
      ratiosOf,
    )
    .option('--seed <n>', `random seed of the balancing (default: ${DEFAULT_SEED})`, wholeNumber('--seed', 0))
    .option(
      '--min-calls <n>',
      `minimum tool calls per sample (default: ${DEFAULT_MIN_CALLS})`,
      wholeNumber('--min-calls', 0, MAX_CALLS),
    )
    .option(
      '--max-calls <n>',
      `maximum tool calls per sample (default: ${DEFAULT_MAX_CALLS})`,
      wholeNumber('--max-calls', 0, MAX_CALLS),
    )
    .option('--keep-recovered', 'keep trajectories with a failed tool call if the last call succeeded')
    .option('-y, --yes', 'accept the projected cost of model calls')
    .action(withContext(curate))
}

async function curate(
  runs: readonly string[],
  options: CurateOptions,
  { gloss, output, signal }: Context,
): Promise<void> {
  const { out, questions, ratios = null, seed = DEFAULT_SEED, yes } = options
  const { minCalls = DEFAULT_MIN_CALLS, maxCalls = DEFAULT_MAX_CALLS, keepRecovered = false } = options
  const request = {
    runs,
    out,
    questions,
    settings: { minCalls, maxCalls, ratios, seed, keepsRecovered: keepRecovered },
    consent: async (projection: string) => yes === true || agreed(projection, output),
    onProgress: (what: string) => output.note(`gloss: ${what}`),
  }
  const result = await curateRuns(gloss, request, signal)
  print(result, output)
  output.object(result)
}

function print({ runs, in: all, out, dropped, stages, files }: CurateResult, output: Output): void {
  output.line(`${counted(out, 'sample')} from ${all} trajectories of ${counted(runs, 'run')}`)
  const reasons = [
    ...CURATION_REASONS.map((reason) => [reason, String(dropped[reason])]),
    ['kept', String(out)],
  ]
  for (const line of table([['dropped', 'trajectories'], ...reasons])) output.line(`   ${line}`)
  const rows = Object.entries(stages).map(([stage, counts]) => [
    stage,
    String(counts.in),
    String(counts.balanced),
    String(counts.out),
    out === 0 ? '' : `${((100 * counts.out) / out).toFixed(1)} %`,
  ])
  output.line()
  for (const line of table([['stage', 'trajectories', 'balanced', 'samples', 'share'], ...rows]))
    output.line(`   ${line}`)
  output.line(`Written: ${files.map(shownPath).join(', ')}`)
}

/** Parses ratios: `solver=.5,critic=.3`. */
function ratiosOf(text: string): StageRatios {
  const pairs = text.split(',').map((part) => part.split('=').map((side) => side.trim()))
  const ratios = pairs.map(([stage = '', share = '', ...rest]) => {
    const ratio = Number(share)
    const isStage = CURATION_STAGES.some((one) => one === stage)
    if (isStage && rest.length === 0 && share !== '' && Number.isFinite(ratio) && ratio >= 0)
      return [stage, ratio] as const
    throw new InvalidArgumentError(
      `--ratios takes shares such as solver=.5,critic=.3 for the stages ${CURATION_STAGES.join(', ')}, not "${text}".`,
    )
  })
  if (ratios.every(([, ratio]) => ratio === 0))
    throw new InvalidArgumentError('--ratios needs a share above 0.')
  return Object.fromEntries(ratios)
}

/** `gloss compare`: compares backends on judged questions, or shows their hits side by side. */
import type { Command } from 'commander'
import {
  compareAnswers,
  type EvaluationResult,
  evaluateBackends,
  makeQuestions,
  QUESTION_SOURCE_NAMES,
  type QuestionSourceName,
  reportTables,
  writeComparison,
  writeReport,
} from '../../app/compare/index.ts'
import { COMPARED_BACKENDS, DEFAULT_K } from '../../app/wiring/index.ts'
import { invalidInput } from '../../core/index.ts'
import { agreed } from '../consent.ts'
import { type Context, withCommonOptions, withContext, withRankingOptions } from '../context.ts'
import { oneOf, wholeNumber } from '../options.ts'
import { type Output, shownPath, table } from '../output.ts'
import { printComparison } from './compare-report.ts'
import { type BackendOptions, printReservations, withBackendOptions } from './evaluation-options.ts'

interface CompareOptions extends BackendOptions {
  readonly k?: number
  readonly out?: string
  readonly generate?: number
  readonly by?: QuestionSourceName
  readonly yes?: boolean
}

const MAX_HITS = 100
const MAX_QUESTIONS = 10_000

export function addCompareCommand(program: Command): void {
  withBackendOptions(withRankingOptions(withCommonOptions(program.command('compare'))))
    .description(
      'Compare backends: quality, latency and cost on judged questions, or hits side by side on any others.',
    )
    .argument('[question...]', 'questions without judgements, each in quotes')
    .option(
      '-k, --k <n>',
      `hits to show for each backend (default: ${DEFAULT_K})`,
      wholeNumber('--k', 1, MAX_HITS),
    )
    .option(
      '--out <dir>',
      'folder for report.md, report.json and report.svg, or compare.json for hits side by side',
    )
    .option(
      '--generate <n>',
      'generate n synthetic questions from the corpus, write them to --out and compare on them',
      wholeNumber('--generate', 1, MAX_QUESTIONS),
    )
    .option(
      '--by <source>',
      'how --generate makes questions: model, or template from names and facts (default: model if one is set)',
      oneOf('--by', QUESTION_SOURCE_NAMES),
    )
    .option('-y, --yes', 'accept the projected cost of model calls')
    .action(
      withContext((questions: string[], options: CompareOptions, context: Context) =>
        questions.length > 0 ? compareHits(questions, options, context) : compareJudged(options, context),
      ),
    )
}

async function compareJudged(
  { backends = [...COMPARED_BACKENDS], ...options }: CompareOptions,
  context: Context,
): Promise<void> {
  const { gloss, output, signal } = context
  const onProgress = (what: string) => output.note(`gloss: ${what}`)
  const made = options.generate === undefined ? {} : await generated(options.generate, options, context)
  const request = { ...options, ...made, corpus: undefined, backends, onProgress }
  const result = await evaluateBackends(gloss, request, signal)
  printResult(result, output)
  const { out } = options
  if (out !== undefined) {
    const paths = await writeReport(out, result)
    output.line(`Written: ${paths.map(shownPath).join(', ')}`)
  }
  output.object(result)
}

/** Makes the questions and names their files. */
async function generated(
  count: number,
  { out, by, yes }: CompareOptions,
  { gloss, output, signal }: Context,
): Promise<{ queries: string; qrels: string }> {
  if (out === undefined)
    throw invalidInput('out', '--generate needs a folder for its questions: add --out DIR.')
  const onProgress = (what: string) => output.note(`gloss: ${what}`)
  const consent = async (projection: string) => yes === true || agreed(projection, output)
  const result = await makeQuestions(gloss, { count, out, by, consent, onProgress }, signal)
  output.note(
    `gloss: ${result.count} synthetic questions (${result.made}) written to ${shownPath(result.queries)}`,
  )
  for (const [reason, lost] of Object.entries(result.losses)) output.note(`   ${lost} rejected: ${reason}`)
  return { queries: result.queries, qrels: result.qrels }
}

function printResult(result: EvaluationResult, output: Output): void {
  for (const { title, rows } of reportTables(result)) {
    output.line(title)
    for (const line of table(rows)) output.line(`   ${line}`)
    output.line()
  }
  printReservations(result, output)
  output.line(
    `${result.questions.asked} judged questions, corpus "${result.corpus}", embedder ${result.embedder}.`,
  )
}

async function compareHits(
  queries: readonly string[],
  { backends = [...COMPARED_BACKENDS], k, fusion, out, ...options }: CompareOptions,
  { gloss, output, signal }: Context,
): Promise<void> {
  const other = (['queries', 'qrels', 'data', 'generate'] as const).find(
    (name) => options[name] !== undefined,
  )
  if (other !== undefined)
    throw invalidInput(
      other,
      `Questions on the command line have no judgements; use either them or --${other}, not both.`,
    )
  const result = await compareAnswers(gloss, { queries, backends, k, fusion }, signal)
  printComparison(result, output)
  if (out !== undefined) output.line(`Written: ${shownPath(await writeComparison(out, result))}`)
  output.object(result)
}

/** `gloss compare`: backends against each other, on judged questions or side by side on any. */
import type { Command } from 'commander'
import {
  BACKEND_NAMES,
  compareAnswers,
  DEFAULT_K,
  type EvaluationResult,
  evaluateBackends,
  reportTables,
  writeReport,
} from '../../app/index.ts'
import { type Context, inContext, withCommonOptions } from '../context.ts'
import { wholeNumber } from '../options.ts'
import { type Output, shownPath, table } from '../output.ts'
import { printComparison } from './compare-report.ts'
import { type BackendOptions, printReservations, withBackendOptions } from './evaluation-options.ts'

interface CompareOptions extends BackendOptions {
  readonly k?: number
  readonly out?: string
}

const MOST_HITS = 100

export function addCompareCommand(program: Command): void {
  withBackendOptions(withCommonOptions(program.command('compare')))
    .description(
      'Compare backends: quality, latency and cost on judged questions, or the hits side by side on any.',
    )
    .argument('[question...]', 'questions without judgements, each in quotation marks')
    .option('-k, --k <n>', `hits side by side (default ${DEFAULT_K})`, wholeNumber('--k', 1, MOST_HITS))
    .option('--out <dir>', 'write report.md, report.json and report.svg there')
    .action((questions: string[], options: CompareOptions) =>
      inContext({ ...options }, (context) =>
        questions.length === 0 ? compareJudged(options, context) : compareHits(questions, options, context),
      ),
    )
}

async function compareJudged(
  { backends = [...BACKEND_NAMES], ...options }: CompareOptions,
  { gloss, output, signal }: Context,
): Promise<void> {
  const onProgress = (what: string) => output.note(`gloss: ${what}`)
  const request = { ...options, corpus: undefined, backends, onProgress }
  const result = await evaluateBackends(gloss, request, signal)
  printResult(result, output)
  const { out } = options
  if (out !== undefined) {
    const paths = await writeReport(out, result)
    output.line(`Written: ${paths.map(shownPath).join(', ')}`)
  }
  output.object(result)
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
  { backends = [...BACKEND_NAMES], k, fusion }: CompareOptions,
  { gloss, output, signal }: Context,
): Promise<void> {
  const result = await compareAnswers(gloss, { queries, backends, k, fusion }, signal)
  printComparison(result, output)
  output.object(result)
}

/** `gloss eval`: `retrieval` for nDCG, recall and latency of the backends on judged questions, and `answers`. */
import type { Command } from 'commander'
import { evaluateBackends } from '../../../app/compare/index.ts'
import { COMPARED_BACKENDS } from '../../../app/wiring/index.ts'
import {
  type BackendOptions,
  type CommonOptions,
  type Context,
  printReservations,
  shownPath,
  table,
  withBackendOptions,
  withCommonOptions,
  withContext,
  withRankingOptions,
} from '../../../cli/index.ts'
import { evaluateAnswers } from '../use-cases/evaluate/evaluate-answers.ts'
import { writeAnswersReport } from '../use-cases/evaluate/write-answers-report.ts'
import { addEvalRun } from './eval-run.ts'
import { addEvalRws } from './eval-rws.ts'
import { type JudgeFlags, judgingOf, printAnswersReport, withJudgeOptions } from './judge-options.ts'

const SHOWN = ['ndcg@10', 'recall@2', 'recall@5', 'recall@10', 'mrr@10', 'hit@10'] as const

export function addEvaluationCommand(program: Command): void {
  const evaluation = program
    .command('eval')
    .description('Evaluate retrieval or answers on questions with known answers.')
  withBackendOptions(withRankingOptions(withCommonOptions(evaluation.command('retrieval'))))
    .description('Report nDCG@10, recall, MRR, hit rate and latency for each backend.')
    .action(withContext(evaluateRetrieval))
  addEvalRun(evaluation)
  addEvalAnswers(evaluation)
  addEvalRws(evaluation)
}

async function evaluateRetrieval(
  { backends = [...COMPARED_BACKENDS], ...options }: BackendOptions,
  { gloss, output, signal }: Context,
): Promise<void> {
  const { perQuestion: _, ...result } = await evaluateBackends(
    gloss,
    { ...options, corpus: undefined, backends },
    signal,
  )
  const asked = (options.measures ?? []).map(({ name }) => name)
  const rows = Object.entries(result.backends).map(([name, figures]) => [
    name,
    String(figures.queries),
    ...SHOWN.map((metric) => figures[metric].toFixed(4)),
    ...asked.map((name) => (figures.measures?.[name] ?? Number.NaN).toFixed(4)),
    `${figures.p50Ms.toFixed(2)} ms`,
    `${figures.p99Ms.toFixed(2)} ms`,
  ])
  for (const line of table([['backend', 'queries', ...SHOWN, ...asked, 'p50', 'p99'], ...rows]))
    output.line(line)
  printReservations(result, output)
  output.line(
    `Corpus "${result.corpus}", embedder ${result.embedder}. For intervals and significance tests: gloss compare.`,
  )
  output.object(result)
}

/** Options of `gloss eval answers`: accuracy with its interval, Pass@k, calibration, agreement, types of error, ledger. */
interface AnswersOptions extends CommonOptions, JudgeFlags {
  readonly questions?: string
  readonly out?: string
}

function addEvalAnswers(evaluation: Command): void {
  const command = withCommonOptions(evaluation.command('answers'))
    .description(
      'Report accuracy, Pass@k, oracle accuracy, calibration, agreement, error types, tokens and steps.',
    )
    .argument('<results>', 'output folder of `gloss solve --file`, or a JSON Lines file of {id, answer}')
    .option('--questions <file>', 'file with the gold answers (default: the file that was solved)')
    .option('--out <dir>', 'folder for report.md, report.json and charts (default: next to the answers)')
  withJudgeOptions(command).action(withContext(evaluateSolved))
}

async function evaluateSolved(
  results: string,
  options: AnswersOptions,
  { gloss, output, signal }: Context,
): Promise<void> {
  const { questions, out } = options
  const request = { results, questions, ...judgingOf(options, output) }
  const { folder, report, answers } = await evaluateAnswers(gloss, request, signal)
  printAnswersReport(report, output)
  const files = await writeAnswersReport(out ?? folder, report, { answers })
  output.line(`Written: ${files.map(shownPath).join(', ')}`)
  output.object({ ...report, answers, files })
}

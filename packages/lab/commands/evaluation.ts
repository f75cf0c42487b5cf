/** `gloss eval`: `retrieval` for nDCG, recall and latency of the backends on judged questions, and `answers`. */
import type { Command } from 'commander'
import { evaluateBackends } from '../../../app/compare/index.ts'
import { COMPARED_BACKENDS } from '../../../app/wiring/index.ts'
import {
  type BackendOptions,
  inContext,
  printReservations,
  table,
  withBackendOptions,
  withCommonOptions,
  withRankingOptions,
} from '../../../cli/index.ts'
import { addEvalAnswers } from './eval-answers.ts'
import { addEvalRun } from './eval-run.ts'
import { addEvalRws } from './eval-rws.ts'

const SHOWN = ['ndcg@10', 'recall@2', 'recall@5', 'recall@10', 'mrr@10', 'hit@10'] as const

export function addEvaluationCommand(program: Command): void {
  const evaluation = program
    .command('eval')
    .description('Evaluate retrieval or answers on questions with known answers.')
  withBackendOptions(withRankingOptions(withCommonOptions(evaluation.command('retrieval'))))
    .description('Report nDCG@10, recall, MRR, hit rate and latency for each backend.')
    .action(({ backends = [...COMPARED_BACKENDS], ...options }: BackendOptions) =>
      inContext({ ...options }, async ({ gloss, output, signal }) => {
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
      }),
    )
  addEvalRun(evaluation)
  addEvalAnswers(evaluation)
  addEvalRws(evaluation)
}

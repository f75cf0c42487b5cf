/** `gloss eval retrieval`: nDCG, recall and latency of the backends on judged questions. */
import type { Command } from 'commander'
import {
  BACKEND_NAMES,
  type BackendName,
  evaluateBackends,
  FUSION_NAMES,
  type FusionName,
} from '../../app/index.ts'
import { type CommonOptions, inContext, withCommonOptions } from '../context.ts'
import { listOf, oneOf } from '../options.ts'
import { table } from '../output.ts'

interface EvaluationOptions extends CommonOptions {
  readonly queries: string
  readonly qrels: string
  readonly backends?: BackendName[]
  readonly fusion?: FusionName
}

export function addEvaluationCommand(program: Command): void {
  const evaluation = program.command('eval').description('Measure on judged questions.')
  withCommonOptions(evaluation.command('retrieval'))
    .description('nDCG@10, recall@2, 5 and 10, and latency of each backend.')
    .requiredOption('--queries <file>', 'queries.jsonl: {_id, text} a line')
    .requiredOption('--qrels <file>', 'qrels.tsv: query-id, corpus-id, score')
    .option(
      '--backends <names>',
      `comma-separated: ${BACKEND_NAMES.join(',')}`,
      listOf('--backends', BACKEND_NAMES),
    )
    .option(
      '--fusion <name>',
      `how hybrid joins its sides: ${FUSION_NAMES.join(', ')}`,
      oneOf('--fusion', FUSION_NAMES),
    )
    .action(({ backends = [...BACKEND_NAMES], ...options }: EvaluationOptions) =>
      inContext({ ...options }, async ({ gloss, output, signal }) => {
        const result = await evaluateBackends(gloss, { ...options, corpus: undefined, backends }, signal)
        const names = ['ndcg@10', 'recall@2', 'recall@5', 'recall@10'] as const
        const rows = Object.entries(result.backends).map(([name, figures]) => [
          name,
          String(figures.queries),
          ...names.map((metric) => figures[metric].toFixed(4)),
          `${figures.p50Ms.toFixed(2)} ms`,
          `${figures.p99Ms.toFixed(2)} ms`,
        ])
        for (const line of table([['backend', 'queries', ...names, 'p50', 'p99'], ...rows])) output.line(line)
        output.line(`Corpus "${result.corpus}", embedder ${result.embedder}.`)
        output.object(result)
      }),
    )
}

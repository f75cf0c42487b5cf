/** What `eval retrieval` and `compare` have in common: where questions come from, which backends, and what is said of both. */
import type { Command } from 'commander'
import {
  BACKEND_NAMES,
  type BackendName,
  type EvaluationResult,
  FUSION_NAMES,
  type FusionName,
} from '../../app/index.ts'
import type { CommonOptions } from '../context.ts'
import { listOf, oneOf } from '../options.ts'
import type { Output } from '../output.ts'

export interface BackendOptions extends CommonOptions {
  readonly queries?: string
  readonly qrels?: string
  readonly data?: string
  readonly import?: boolean
  readonly backends?: BackendName[]
  readonly fusion?: FusionName
}

export function withBackendOptions(command: Command): Command {
  return command
    .option('--queries <file>', 'queries.jsonl: {_id, text} a line')
    .option('--qrels <file>', 'qrels.tsv: query-id, corpus-id, score')
    .option('--data <dir>', 'a BEIR folder: corpus.jsonl, queries.jsonl, qrels.tsv or qrels/test.tsv')
    .option('--import', 'take the documents of --data in first where the corpus is new or empty')
    .option(
      '--backends <names>',
      `comma-separated (default those that ask no model): ${BACKEND_NAMES.join(',')}`,
      listOf('--backends', BACKEND_NAMES),
    )
    .option(
      '--fusion <name>',
      `how hybrid joins its sides: ${FUSION_NAMES.join(', ')}`,
      oneOf('--fusion', FUSION_NAMES),
    )
}

/** What did not go as asked: each a line, so that no figure is read without it. */
export function printReservations(
  { losses, failures, synthetic }: Pick<EvaluationResult, 'losses' | 'failures' | 'synthetic'>,
  output: Output,
): void {
  if (synthetic) output.line('The questions are synthetic: made from the corpus itself, not asked by people.')
  for (const [reason, count] of Object.entries(losses)) output.line(`   ${count} left out: ${reason}`)
  printFailures(failures, output)
}

export function printFailures(failures: EvaluationResult['failures'], output: Output): void {
  for (const [name, { code, message, help }] of Object.entries(failures))
    output.line(`   ${name} does not answer: ${message} ${help} [${code}]`)
}

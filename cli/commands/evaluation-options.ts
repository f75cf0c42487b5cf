/** What `eval retrieval` and `compare` have in common: where the questions come from, which backends run, and what is reported of both. */
import type { Command } from 'commander'
import {
  BACKEND_NAMES,
  type BackendName,
  type EvaluationResult,
  EXPERIMENTAL_BACKENDS,
  FUSION_NAMES,
  type FusionName,
  listNames,
} from '../../app/index.ts'
import { backendParser } from '../backend-option.ts'
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
    .option('--queries <file>', 'questions, JSON Lines: {_id, text}')
    .option('--qrels <file>', 'judgements, TSV: query-id, corpus-id, score')
    .option('--data <dir>', 'BEIR folder: corpus.jsonl, queries.jsonl, qrels.tsv or qrels/test.tsv')
    .option('--import', 'import the documents of --data first if the corpus is new or empty')
    .option(
      '--backends <names>',
      `comma-separated backends (default: those that use no model): ${listNames(BACKEND_NAMES, EXPERIMENTAL_BACKENDS)}; or plug-ins: ./module.js, http://server`,
      listOf(backendParser('--backends')),
    )
    .option(
      '--fusion <name>',
      `how hybrid combines BM25 and cosine: ${FUSION_NAMES.join(', ')}`,
      oneOf('--fusion', FUSION_NAMES),
    )
}

/** What did not go as asked, one line each, so that no figure is read without it. */
export function printReservations(
  { losses, failures, synthetic }: Pick<EvaluationResult, 'losses' | 'failures' | 'synthetic'>,
  output: Output,
): void {
  if (synthetic) output.line('The questions are synthetic: generated from the corpus, not asked by people.')
  for (const [reason, count] of Object.entries(losses)) output.line(`   ${count} left out: ${reason}`)
  printFailures(failures, output)
}

export function printFailures(failures: EvaluationResult['failures'], output: Output): void {
  for (const [name, { code, message, help }] of Object.entries(failures))
    output.line(`   ${name} could not answer: ${message} ${help} [${code}]`)
}

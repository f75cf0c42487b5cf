/** Options that `eval retrieval` and `compare` share: the source of the questions, the backends and the report on them. */
import type { Command } from 'commander'
import {
  type CompareResult,
  type EvaluationRequest,
  type EvaluationResult,
  MEASURE_NAMES,
  parseMeasures,
  RUN_DEPTH,
} from '../../app/compare/index.ts'
import { type BackendName, FUSION_NAMES } from '../../app/wiring/index.ts'
import { backendParser } from '../backend-option.ts'
import type { CommonOptions } from '../context.ts'
import { listOf, oneOf, wholeNumber } from '../options.ts'
import { type Output, shownPath } from '../output.ts'

export interface BackendOptions
  extends CommonOptions,
    Omit<EvaluationRequest, 'corpus' | 'backends' | 'onProgress'> {
  readonly backends?: BackendName[]
}

export function withBackendOptions(command: Command): Command {
  return command
    .option('--queries <file>', 'questions, JSON Lines: {_id, text}')
    .option('--qrels <file>', 'judgements, TSV: query-id, corpus-id, score')
    .option('--data <dir>', 'BEIR folder: corpus.jsonl, queries.jsonl, qrels.tsv or qrels/test.tsv')
    .option('--import', 'import the documents of --data first if the corpus is new or empty')
    .option(
      '--backends <names>',
      'comma-separated backends (default: those that use no model), or plug-ins: ./module.js, http://server; `gloss backends` lists them',
      listOf(backendParser('--backends')),
    )
    .option(
      '--fusion <name>',
      `how hybrid combines BM25 and cosine: ${FUSION_NAMES.join(', ')}`,
      oneOf('--fusion', FUSION_NAMES),
    )
    .option(
      '--measures <names>',
      `further measures, in the grammar of ir_measures, such as "nDCG@20 AP R@100": ${MEASURE_NAMES.join(', ')}`,
      parseMeasures,
    )
    .option(
      '--depth <n>',
      `hits to ask each backend for (default: as many as the measures need; ${RUN_DEPTH} with --runs)`,
      wholeNumber('--depth', 1, RUN_DEPTH),
    )
    .option('--runs <dir>', 'write the hits of each backend to this folder as TREC run files')
}

/** Prints what did not work as requested, one line each, so that no figure is read without it. */
export function printReservations(
  {
    losses,
    failures,
    synthetic,
    sameAs,
    runs,
  }: Pick<EvaluationResult, 'losses' | 'failures' | 'synthetic' | 'sameAs' | 'runs'>,
  output: Output,
): void {
  if (synthetic) output.line('The questions are synthetic: generated from the corpus, not asked by people.')
  for (const [reason, count] of Object.entries(losses)) output.line(`   ${count} left out: ${reason}`)
  for (const [name, other] of Object.entries(sameAs))
    output.line(`   ${name} handed every question on to ${other}: one system, tested once`)
  if (runs !== undefined) output.line(`Written: ${runs.map(shownPath).join(', ')}`)
  printFailures(failures, output)
}

export function printFailures(failures: CompareResult['failures'], output: Output): void {
  for (const [name, { code, message, help }] of Object.entries(failures))
    output.line(`   ${name} could not answer: ${message} ${help} [${code}]`)
}

/** `gloss eval rws`: evaluates arms on the data set of Reasoning With a Star, next to the published table. */
import type { Command } from 'commander'
import {
  agreed,
  type BudgetOptions,
  budgetOfEachRun,
  type CommonOptions,
  type Context,
  decimalNumber,
  listOf,
  type Output,
  oneOf,
  printFailures,
  setListener,
  shownPath,
  table,
  wholeNumber,
  withBudgetOptions,
  withCommonOptions,
  withContext,
} from '../../../cli/index.ts'
import { STAR_POLICIES, type StarPolicy, starTables } from '../evaluation/index.ts'
import { readDecoding } from '../use-cases/evaluate/arm-settings.ts'
import { evaluateStar, type StarEvaluation, writeStarReport } from '../use-cases/evaluate/evaluate-star.ts'
import { STAR_DECODING, starArmNames } from '../use-cases/evaluate/star-arms.ts'

interface RwsOptions extends CommonOptions, BudgetOptions {
  readonly data: string[]
  readonly arms: string[]
  readonly policy: StarPolicy
  readonly judge?: boolean
  readonly audit: number
  readonly decoding: string
  readonly concurrency: number
  readonly out: string
  readonly yes?: boolean
}

export function addEvalRws(evaluation: Command): void {
  withBudgetOptions(withCommonOptions(evaluation.command('rws')))
    .description('Report accuracy on Reasoning With a Star by type and stage of grading.')
    .requiredOption('--data <files...>', 'items, JSON Lines (RWS.jsonl); each file is a separate set')
    .option(
      '--arms <names>',
      `comma-separated: ${starArmNames().join(', ')}`,
      listOf(oneOf('--arms', starArmNames())),
      ['single'],
    )
    .option(
      '--policy <name>',
      `which mismatches Parser and Judge may still call right: ${STAR_POLICIES.join(', ')}`,
      oneOf('--policy', STAR_POLICIES),
      'strict',
    )
    .option('--judge', 'ask Parser and Judge (the model of the role `judge`) about mismatches')
    .option(
      '--audit <share>',
      'also ask them about this share of the matches',
      decimalNumber('--audit', 0, 1),
      0,
    )
    .option(
      '--decoding <settings>',
      'sampling, the same for all arms: temperature, maxTokens, seed',
      STAR_DECODING,
    )
    .option('--concurrency <n>', 'items to process in parallel', wholeNumber('--concurrency', 1), 4)
    .option('--out <dir>', 'folder for answers, gradings and report.json; run again to resume', 'rws-results')
    .option('-y, --yes', 'accept the projected cost of model calls')
    .action(withContext(evaluate))
}

async function evaluate(options: RwsOptions, { gloss, output, signal }: Context): Promise<void> {
  const { data, arms, policy, judge, audit, decoding, concurrency, out, yes } = options
  const request = {
    ...{ data, arms, policy, out, concurrency },
    hasVerifier: judge === true,
    auditShare: audit,
    decoding: readDecoding(decoding),
    budget: budgetOfEachRun(options, output),
    consent: async (projection: string) => yes === true || agreed(projection, output),
    onProgress: (what: string) => output.note(`gloss: ${what}`),
    onSet: setListener(output),
  }
  const evaluation = await evaluateStar(gloss, request, signal)
  if ('skipped' in evaluation) output.line(evaluation.skipped)
  else {
    printEvaluation(evaluation, output)
    output.line(`Written: ${shownPath(await writeStarReport(out, evaluation))}`)
  }
  output.object(evaluation)
}

function printEvaluation(evaluation: StarEvaluation, output: Output): void {
  const { arms, verifier, policy, macroMeans, sets, decoding, failures } = evaluation
  for (const { title, rows, notes } of starTables(arms, verifier !== null)) {
    output.line(title)
    for (const line of table(rows)) output.line(`   ${line}`)
    for (const note of notes) output.line(`   ${note}`)
    output.line()
  }
  if (sets > 1)
    for (const [arm, mean] of Object.entries(macroMeans))
      output.line(`${arm}: unweighted mean over ${sets} sets ${(100 * mean).toFixed(1)} %.`)
  const by = verifier ?? 'programs alone; what they cannot decide is undecided, and --judge asks models'
  output.line(`Policy ${policy}; graded by ${by}.`)
  const same = Object.entries(decoding).map(([name, value]) => `${name} ${value}`)
  output.line(`All arms with ${same.join(', ')}; without retrieval but for those that are named so.`)
  printFailures(failures, output)
}

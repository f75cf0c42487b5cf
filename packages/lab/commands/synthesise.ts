/** `gloss synthesise`: makes questions with answers from the corpus. */

import type { Command } from 'commander'
import type { BackendName } from '../../../app/wiring/index.ts'
import {
  agreed,
  type BudgetOptions,
  budgetOf,
  type CommonOptions,
  type Context,
  counted,
  type Output,
  oneOf,
  shownPath,
  table,
  wholeNumber,
  withBackendOption,
  withBudgetOptions,
  withCommonOptions,
  withContext,
} from '../../../cli/index.ts'
import { defined } from '../../../core/index.ts'
import { SEED_SOURCES, SYNTHESIS_REASONS } from '../training/index.ts'
import { type SynthesiseResult, synthesiseQuestions } from '../use-cases/train/synthesise-questions.ts'

interface SynthesiseOptions extends CommonOptions, BudgetOptions {
  readonly out: string
  readonly count?: number
  readonly attempts?: number
  readonly seeds?: (typeof SEED_SOURCES)[number]
  readonly fields?: string
  readonly examples?: string
  readonly seed?: number
  readonly maxSteps?: number
  readonly maxTokens?: number
  readonly backend?: BackendName
  readonly yes?: boolean
}

const DEFAULT_COUNT = 10
/** Attempts per question. Chosen, not measured. */
const ATTEMPTS_EACH = 3
const MOST = 100_000
const MAX_SEED = 2 ** 31 - 1

export function addSynthesiseCommand(program: Command): void {
  const command = withCommonOptions(program.command('synthesise'))
    .description('Generate questions with answers from the corpus, and the units that support them.')
    .requiredOption(
      '--out <dir>',
      'folder for questions.jsonl, phrases.jsonl and the journal; run the command again to resume',
    )
    .option(
      '--count <n>',
      `questions to generate (default: ${DEFAULT_COUNT})`,
      wholeNumber('--count', 1, MOST),
    )
    .option(
      '--attempts <n>',
      `maximum attempts (default: ${ATTEMPTS_EACH} per question)`,
      wholeNumber('--attempts', 1, MOST),
    )
    .option(
      '--seeds <source>',
      'first seed phrases: published (a list by field, as in the paper; default) or corpus',
      oneOf('--seeds', SEED_SOURCES),
    )
    .option('--fields <names>', 'comma-separated fields of the published list (default: the 23 of the paper)')
    .option('--examples <file>', 'text with example questions for the prompt')
    .option('--seed <n>', 'random seed (default: 1)', wholeNumber('--seed', 0, MAX_SEED))
    .option(
      '--max-steps <n>',
      'maximum steps of one attempt (default: 20)',
      wholeNumber('--max-steps', 1, 1_000),
    )
    .option(
      '--max-tokens <n>',
      'maximum tokens of one generation (default: 4096)',
      wholeNumber('--max-tokens', 1, 1_000_000),
    )
    .option('-y, --yes', 'accept the projected cost of model calls')
  withBudgetOptions(withBackendOption(command)).action(withContext(synthesise))
}

async function synthesise(options: SynthesiseOptions, { gloss, output, signal }: Context): Promise<void> {
  const { out, count = DEFAULT_COUNT, attempts = ATTEMPTS_EACH * count, examples, backend, yes } = options
  const { seeds, fields, seed, maxSteps, maxTokens } = options
  const named = fields?.split(',').map((field) => field.trim())
  const given = { seeds, fields: named, seed, maxSteps, maxTokens }
  const request = {
    out,
    limits: { count, attempts },
    settings: defined(given),
    examples,
    backend,
    budget: budgetOf(options),
    consent: async (projection: string) => yes === true || agreed(projection, output),
    onProgress: (what: string) => output.note(`gloss: ${what}`),
  }
  const result = await synthesiseQuestions(gloss, request, signal)
  print(result, output)
  output.object(result)
}

function print(
  { status, in: attempts, out, dropped, phrases, files }: SynthesiseResult,
  output: Output,
): void {
  const ended = status === 'budget' ? ' (stopped by the budget; run the command again to resume)' : ''
  output.line(`${counted(out, 'question')} from ${counted(attempts, 'attempt')}${ended}`)
  const reasons = SYNTHESIS_REASONS.map((reason) => [reason, String(dropped[reason])])
  for (const line of table([['dropped', 'attempts'], ...reasons, ['kept', String(out)]]))
    output.line(`   ${line}`)
  output.line(`${phrases.all} seed phrases, ${phrases.first} of them from the start`)
  output.line(`Written: ${files.map(shownPath).join(', ')}`)
}

/** `gloss ask QUESTION`: an answer from the papers, with numbered citations. */
import type { Command } from 'commander'
import { type AskAnswer, ask, DEFAULT_SOURCES, MOST_SOURCES } from '../../app/ask/index.ts'
import type { BackendName } from '../../app/wiring/index.ts'
import { withBackendOption } from '../backend-option.ts'
import {
  type CommonOptions,
  type Context,
  inContext,
  withCommonOptions,
  withRankingOptions,
} from '../context.ts'
import { wholeNumber } from '../options.ts'
import { shortened } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'

interface AskOptions extends CommonOptions {
  readonly k?: number
  readonly backend?: BackendName
  /** What commander makes of --model NAME and --no-model. */
  readonly model?: string | boolean
}

const MOST_CHARACTERS_SHOWN = 200

export function addAskCommand(program: Command): void {
  const command = withRankingOptions(withCommonOptions(program.command('ask')))
    .description('Answer a question from the papers, with numbered citations.')
    .argument('<text...>', 'the question')
    .option(
      '-k, --k <n>',
      `number of units that the answer may rest on (default: ${DEFAULT_SOURCES})`,
      wholeNumber('--k', 1, MOST_SOURCES),
    )
  withBackendOption(command)
    .option('--model <name>', 'model that answers (default: GLOSS_LLM_MODEL)')
    .option('--no-model', 'show the best units as they are, without a model')
    .action((text: string[], options: AskOptions) =>
      inContext({ ...options }, (context) => answer(text.join(' '), options, context)),
    )
}

async function answer(
  question: string,
  options: AskOptions,
  { gloss, output, signal }: Context,
): Promise<void> {
  const { k, backend, model } = options
  const request = {
    question,
    k,
    backend,
    ...(typeof model === 'string' ? { model } : {}),
    ...(model === false ? { usesModel: false } : {}),
  }
  for await (const event of ask(gloss, request, signal)) {
    if (event.type === 'text') output.write(event.text)
    if (event.type !== 'answer') continue
    for (const line of reportLines(event.answer)) output.line(line)
    output.object(event.answer)
  }
}

/** Behind the answer: what it rests on, and what nothing supports. */
function reportLines({ answerable, by, citations, sentences, unknownCitations }: AskAnswer): string[] {
  const unsupported = answerable ? sentences.filter(({ isSupported }) => !isSupported) : []
  return [
    '',
    ...(by === 'units' && answerable
      ? [
          '',
          'No model was used: these are the best statements as they are in the papers (GLOSS_LLM_URL and GLOSS_LLM_MODEL name a model).',
        ]
      : []),
    ...(citations.length === 0 ? [] : ['']),
    ...citations.map(({ n, title, locator, year, unit, doubtful = [] }) =>
      inOneLine(
        `[${n}] ${[title, locator, year === null ? '' : String(year)].filter((part) => part !== '').join(' · ')} (${unit.slice(0, 12)})` +
          (doubtful.length === 0 ? '' : `, not read for certain: ${doubtful.join('; ')}`),
      ),
    ),
    ...(unsupported.length === 0 ? [] : ['', 'Not supported by what is cited:']),
    ...unsupported.map(({ text }) => `  ? ${shortened(text, MOST_CHARACTERS_SHOWN)}`),
    ...(unknownCitations.length === 0
      ? []
      : [`Citations of sources that were not given: ${unknownCitations.map((n) => `[${n}]`).join(' ')}`]),
  ]
}

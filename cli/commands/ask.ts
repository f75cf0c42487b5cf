/** `gloss ask QUESTION`: an answer from the papers, with numbered citations. */
import type { Command } from 'commander'
import { type AskAnswer, ask, type Citation, DEFAULT_SOURCES, MAX_SOURCES } from '../../app/ask/index.ts'
import type { BackendName } from '../../app/wiring/index.ts'
import { answerMarkLines } from '../answer-mark-lines.ts'
import { withBackendOption } from '../backend-option.ts'
import {
  type CommonOptions,
  type Context,
  withCommonOptions,
  withContext,
  withRankingOptions,
} from '../context.ts'
import { joined, wholeNumber } from '../options.ts'
import { shortened } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'

interface AskOptions extends CommonOptions {
  readonly k?: number
  readonly backend?: BackendName
  /** Value that commander gives for --model NAME and --no-model. */
  readonly model?: string | boolean
}

const MAX_CHARACTERS_SHOWN = 200
const WITHOUT_MODEL =
  'No model was used: these are the best statements, as they are in the papers. For a written answer, set GLOSS_LLM_URL and GLOSS_LLM_MODEL.'
const DOUBTFUL =
  'Doubtful: no place found mentions everything that the question names, or gives the number it asks for. Your papers may not say.'
const SHOWN = 'Closest places, not cited by the answer:'

export function addAskCommand(program: Command): void {
  const command = withRankingOptions(withCommonOptions(program.command('ask')))
    .description('Answer a question from the papers, with numbered citations.')
    .argument('<text...>', 'the question', joined)
    .option(
      '-k, --k <n>',
      `maximum number of units to base the answer on (default: ${DEFAULT_SOURCES})`,
      wholeNumber('--k', 1, MAX_SOURCES),
    )
  withBackendOption(command)
    .option('--model <name>', 'model that answers (default: GLOSS_LLM_MODEL)')
    .option('--no-model', 'show the best statements as they are, without a model')
    .action(withContext(answer))
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

/** Returns the lines below an answer: its sources, or the nearest places if it has none, and doubts that it may be off the topic. */
function reportLines(answer: AskAnswer): string[] {
  const { answerable, by, support, citations, shown, sentences, unknownCitations, nearerDropped, marks } =
    answer
  const failed = by === 'model' && answerable ? sentences.filter(({ isSupported }) => !isSupported) : []
  const blocks = [
    by === 'units' && answerable ? [WITHOUT_MODEL] : [],
    by === 'units' && support === 'doubtful' ? [DOUBTFUL] : [],
    citations.map((citation) => placeLine(citation, by === 'units')),
    shown.length === 0 ? [] : [SHOWN, ...shown.flatMap(shownLines)],
    nearerDropped === null ? [] : droppedLines(nearerDropped, answer.corpus),
    failed.length === 0 ? [] : ['Not supported by what is cited:'],
    failed.map(({ text }) => `  ? ${shortened(text, MAX_CHARACTERS_SHOWN)}`),
    answerMarkLines(marks ?? []),
    unknownCitations.length === 0
      ? []
      : [`Citations of sources that were not given: ${unknownCitations.map((n) => `[${n}]`).join(' ')}`],
  ]
  return ['', ...blocks.flatMap((block) => (block.length === 0 ? [] : ['', ...block]))]
}

function placeLine(place: Citation, marksDoubt: boolean): string {
  const { n, title, locator, year, unit, doubtful = [], support } = place
  const parts = [title, locator, year === null ? '' : String(year)].filter((part) => part !== '')
  const notes = [
    marksDoubt && support === 'doubtful' ? ', may be about something else' : '',
    doubtful.length === 0 ? '' : `, read with uncertainty: ${doubtful.join('; ')}`,
  ]
  return inOneLine(`[${n}] ${parts.join(' · ')} (${unit.slice(0, 12)})${notes.join('')}`)
}

function droppedLines(
  { paper, title, state }: NonNullable<AskAnswer['nearerDropped']>,
  corpus: string,
): string[] {
  const said = `A dropped paper is closer to the question: "${title || 'Untitled'}" (${state}).`
  return [inOneLine(said), `Keep it: npx gloss gate --corpus ${corpus} --keep ${paper.slice(0, 12)}`]
}

function shownLines(place: Citation): string[] {
  return [placeLine(place, false), `    ${shortened(place.statement, MAX_CHARACTERS_SHOWN)}`]
}

/** `gloss think TEXT`: runs one turn of a model in the terminal, with evidence from the corpus injected while it writes. */
import type { Command } from 'commander'
import { MONITOR_NAMES, type MonitorName } from '../../app/config/index.ts'
import {
  type CodeMode,
  openKnownNames,
  openThinking,
  prepareModel,
  type Thinking,
  type Thought,
  type TimedTraceEvent,
  type WatchSummary,
  watchLines,
  watchRates,
  watchSummary,
} from '../../app/think/index.ts'
import type { DoubtedSentence } from '../../app/verify/index.ts'
import type { BackendName } from '../../app/wiring/index.ts'
import { defined, GlossError, isGlossError } from '../../core/index.ts'
import { answerMarkLines, marksOn } from '../answer-mark-lines.ts'
import { withBackendOption } from '../backend-option.ts'
import {
  type CommonOptions,
  type Context,
  withCommonOptions,
  withContext,
  withRankingOptions,
} from '../context.ts'
import { type MonitorChoice, monitorNamed, withMonitorOption } from '../monitor-option.ts'
import { decimalNumber, joined, wholeNumber } from '../options.ts'
import type { Output } from '../output.ts'
import { type FilterOptions, filterOf, withFilterOptions } from './filter-options.ts'
import { type PresetOption, withPresetOption } from './preset-option.ts'
import { type BudgetOptions, budgetOf, DEFAULT_BUDGET_TOKENS, withTurnBudgetOptions } from './run-options.ts'
import { watchSettingsOf, withWatchOptions } from './setting-options.ts'
import {
  createPlainPrinter,
  createShowingPrinter,
  ledgerLines,
  markedLines,
  noteProblems,
  sourceLines,
  type ThinkPrinter,
} from './think-report.ts'

interface ThinkOptions extends CommonOptions, PresetOption, FilterOptions, BudgetOptions {
  readonly show?: boolean
  readonly check?: boolean
  readonly monitor?: MonitorChoice<MonitorName>
  readonly backend?: BackendName
  readonly model?: string
  readonly code?: boolean
  readonly keepState?: boolean
  readonly system?: string
  readonly maxTokens?: number
  readonly temperature?: number
}

export function addThinkCommand(program: Command): void {
  const command = withRankingOptions(withCommonOptions(program.command('think')))
    .description('Ask a model, injecting evidence from the corpus while it writes.')
    .argument('<text...>', 'the question', joined)
    .option(
      '--check',
      'at the end, list the sentences of the answer that the corpus contradicts, and those that join names never found together in it',
    )
    .option('--show', 'also show the reasoning, and set injections apart with their sources')
  withMonitorOption(command, MONITOR_NAMES, 'the stream')
  withBackendOption(withPresetOption(command, 'the loop of Eigen-1 as in its paper and code'))
  command
    .option('--model <name>', 'model to ask (GLOSS_LLM_MODEL)')
    .option('--code', 'run code that the model writes between <code> and </code> in the sandbox')
    .option('--keep-state', 'with --code: keep interpreter state between code blocks')
    .option('--system <text>', 'system message')
    .option(
      '--max-tokens <n>',
      'maximum length of the answer in tokens',
      wholeNumber('--max-tokens', 1, 1_000_000),
    )
    .option(
      '--temperature <t>',
      'sampling temperature, 0 to 2 (default: the server’s)',
      decimalNumber('--temperature', 0, 2),
    )
  withTurnBudgetOptions(withFilterOptions(withWatchOptions(command))).action(withContext(thinkAloud))
}

async function thinkAloud(question: string, options: ThinkOptions, context: Context): Promise<void> {
  const { gloss, output, signal } = context
  const { system, maxTokens, temperature, preset, monitor, backend, model, show = false } = options
  const code = codeMode(options)
  const request = {
    messages: [
      ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
      { role: 'user' as const, content: question },
    ],
    ...defined({ maxTokens, temperature }),
  }
  const budget = budgetOf(options)
  const session = await gloss.session()
  const choice = {
    preset,
    monitor: monitorNamed(monitor),
    backend,
    filter: filterOf(options),
    settings: watchSettingsOf({ ...options }),
    budget: Object.keys(budget).length > 0 ? budget : { tokens: DEFAULT_BUDGET_TOKENS },
  }
  const thinking = await openThinking(gloss, { ...choice, request, session, model, code }, signal)
  if (thinking.plan.monitor !== 'off' || code !== 'off') await prepareModel(gloss, { model }, signal)
  const { stdout } = process
  const page = { write: output.write, hasColours: stdout.isTTY && stdout.hasColors() }
  const printer = show ? createShowingPrinter(page) : createPlainPrinter(page)
  const isWatched = thinking.plan.monitor !== 'off'
  const turn = await readTurn(thinking, printer, isWatched).catch((error: unknown) => {
    throw withSpending(error, thinking, output)
  })
  printer.end()
  const rows = thinking.ledger.rows()
  const { own, watch, ...said } = turn
  const marked = options.check === true ? await markedIn(own, context) : null
  const { marks, problems } = await marksOn(own, session.name, context)
  const lines = [
    ...answerMarkLines(marks),
    ...(marked === null ? [] : markedLines(marked)),
    ...sourcesOf(turn.trace, show),
    ...ledgerLines(rows, thinking.ledger.total()),
    ...(isWatched ? watchLines(watch) : []),
  ]
  for (const line of ['', ...lines]) output.line(line)
  noteProblems(watch, output)
  output.object({
    question,
    ...said,
    marks,
    problems,
    ...(marked === null ? {} : { marked }),
    watch: { ...watch, rates: watchRates(watch) },
    ledger: Object.fromEntries(rows.map(({ role, ...row }) => [role, row])),
  })
}

/** Prints the cost of a failed turn too, because it was paid for. */
function withSpending(error: unknown, { ledger }: Thinking, output: Output): unknown {
  for (const line of ledgerLines(ledger.rows(), ledger.total())) output.note(line)
  if (!isGlossError(error)) return error
  const { calls, promptTokens, completionTokens, cost, estimated } = ledger.total()
  const spent = { calls, prompt_tokens: promptTokens, completion_tokens: completionTokens, cost, estimated }
  return new GlossError(error.code, error.message, { ...error.facts, ...spent }, error)
}

function codeMode({ code = false, keepState = false }: ThinkOptions): CodeMode {
  if (!code) return 'off'
  return keepState ? 'kept' : 'fresh'
}

/** Checks the answer. Pages are read and names opened only for a check. */
async function markedIn(answer: string, { gloss, signal }: Context): Promise<readonly DoubtedSentence[]> {
  const { checkSentences } = await import('../../app/verify/index.ts')
  const names = await openKnownNames(await gloss.session())
  return await checkSentences(gloss, { answer, names }, signal)
}

interface Turn {
  readonly answer: string
  /** Part of the answer that the model wrote. */
  readonly own: string
  readonly reasoning: string
  readonly finish: string
  readonly trace: readonly TimedTraceEvent[]
  readonly watch: WatchSummary
}

async function readTurn({ thoughts }: Thinking, printer: ThinkPrinter, isWatched: boolean): Promise<Turn> {
  const said = { text: '', reasoning: '' }
  const trace: TimedTraceEvent[] = []
  const pieces: Extract<Thought, { readonly type: 'text' }>[] = []
  let finish = 'other'
  for await (const thought of thoughts) {
    printer.print(thought)
    if (thought.type === 'text') {
      said[thought.channel] += thought.text
      pieces.push(thought)
    }
    if (thought.type === 'trace') trace.push(thought.event)
    if (thought.type === 'finish') finish = thought.reason
  }
  const watch = watchSummary(trace, isWatched ? pieces : [])
  const own = pieces.filter(({ channel, by }) => channel === 'text' && by === 'model')
  const answer = { answer: said.text, own: own.map(({ text }) => text).join('') }
  return { ...answer, reasoning: said.reasoning, finish, trace, watch }
}

/** Returns the sources, unless they were shown during the turn. */
function sourcesOf(trace: readonly TimedTraceEvent[], isShown: boolean): string[] {
  const units = trace.flatMap((event) => (event.kind === 'injection' ? event.units : []))
  if (units.length === 0) return ['No evidence was injected.', '']
  return isShown ? [] : ['Evidence injected:', ...sourceLines({ units }, 1), '']
}

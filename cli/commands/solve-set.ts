/** `gloss solve --file`: solves a file of questions, each in one or more runs, into a folder of results. */
import type { Command } from 'commander'
import {
  DEFAULT_CONCURRENCY,
  type SetEvent,
  type SetRequest,
  type SetResult,
  type SolveRequest,
  solveSet,
  webNotices,
} from '../../app/solve/index.ts'
import { invalidInput } from '../../core/index.ts'
import { agreed } from '../consent.ts'
import type { Context } from '../context.ts'
import { wholeNumber } from '../options.ts'
import { counted, type Output, shortened, shownPath, table } from '../output.ts'
import { type BudgetOptions, budgetOfEachRun } from './run-options.ts'

export interface SetOptions extends Partial<Omit<SetRequest, 'request' | 'mayBegin' | 'consent'>> {
  readonly yes?: boolean
}

const MAX_RUNS = 1_000
const MAX_CONCURRENCY = 256
const ANSWER_CHARACTERS = 60

export function withSetOptions(command: Command): Command {
  return command
    .option(
      '--file <file>',
      'solve the questions in a file (JSON, JSONL or CSV with id, query, …) and write to --out',
    )
    .option('--runs <n>', 'independent runs per question (default: 1)', wholeNumber('--runs', 1, MAX_RUNS))
    .option('--out <dir>', 'folder for answers.jsonl and answers.csv; run the command again to resume')
    .option(
      '--concurrency <n>',
      `questions to solve in parallel (default: ${DEFAULT_CONCURRENCY})`,
      wholeNumber('--concurrency', 1, MAX_CONCURRENCY),
    )
    .option('--again', 'retry questions that failed three times')
    .option('--dump', 'also write dump.jsonl with every candidate at every stage')
    .option('-y, --yes', 'accept the projected cost of model calls')
}

export async function solveFile(
  options: SetOptions & BudgetOptions & { readonly file: string },
  request: Omit<SolveRequest, 'question'>,
  { gloss, output, signal }: Context,
): Promise<void> {
  const { file, runs = 1, out, concurrency, again, dump, yes } = options
  if (out === undefined) throw invalidInput('out', '--file needs a folder for its answers: add --out DIR.')
  for (const notice of webNotices(request.pattern, request.settings ?? {}, gloss.config)) output.note(notice)
  const budget = budgetOfEachRun(options, output)
  const consent = async (projection: string) => yes === true || agreed(projection, output)
  const set = { file, runs, out, request: { ...request, budget }, concurrency, again, dump, consent }
  const result = await solveSet(gloss, set, setListener(output), signal)
  printSet(result, output)
  output.object(setObject(result))
  if (result.rows.some(({ answer }) => answer === null)) process.exitCode = 1
}

/** Prints one line per run that ended or failed. */
export function setListener(output: Output): (event: SetEvent) => void {
  return (event) => {
    if (event.type === 'begin') {
      const { questions, runs, total, ended } = event
      const left = ended === 0 ? '' : `, ${ended} of them already finished`
      output.note(
        `gloss: ${counted(questions, 'question')}, ${counted(runs, 'run')} each: ${counted(total, 'run')}${left}`,
      )
    } else if (event.type === 'try-failed') {
      const { place, runId, reason } = event
      output.note(`   ${place.id}, run ${place.run} (${runId}) failed, retrying: ${reason}`)
    } else if (event.type === 'ended') {
      const { row, ended, total } = event
      const answer = row.finalAnswer ?? row.failure?.message ?? 'no answer'
      output.note(
        `   ${ended}/${total} ${row.id}, run ${row.run} (${row.runId}): ${row.status}, ${shortened(answer, ANSWER_CHARACTERS)}`,
      )
      for (const problem of row.watch?.problems ?? []) output.note(`      ${problem}`)
    }
  }
}

function printSet({ rows, preparation, files }: SetResult, output: Output): void {
  const statuses = [...new Set(rows.map(({ status }) => status))]
  const lines = statuses.map((status) => {
    const own = rows.filter((row) => row.status === status)
    const tokens = sum(own.map(({ promptTokens, completionTokens }) => promptTokens + completionTokens))
    const seconds = sum(own.map((row) => row.seconds))
    const steps = sum(own.map((row) => row.steps))
    return [status, String(own.length), String(steps), String(tokens), seconds.toFixed(1)]
  })
  for (const line of table([['status', 'runs', 'steps', 'tokens', 'seconds'], ...lines])) output.line(line)
  if (preparation.length > 0) {
    const tokens = sum(
      preparation.map(({ promptTokens, completionTokens }) => promptTokens + completionTokens),
    )
    output.line(`plus ${tokens} tokens to probe how each model resumes`)
  }
  const unhelped = rows.filter(({ isUnhelped }) => isUnhelped === true).length
  if (unhelped > 0)
    output.line(`Of ${counted(rows.length, 'run')}, ${unhelped} asked for evidence and got none`)
  output.line(`Written: ${files.map(shownPath).join(', ')}`)
}

function setObject({ rows, preparation, files }: SetResult): object {
  const answers = rows.map(({ answer: _, query: _query, ledger: _ledger, ...row }) => row)
  return { files, answers, preparation }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

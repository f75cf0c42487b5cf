/** Writes the answers of a set: `answers.jsonl`, a line per question and run, and `answers.csv` with the columns that fit a sheet. */
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { csvLine, lastFinalLine, writeFailure, writeNamedFile } from '../../core/index.ts'
import type { LedgerRow } from '../../models/index.ts'
import { isUnhelped, type WatchSummary } from '../../monitor/index.ts'
import { readAnswer } from '../reading/answer.ts'
import type { RunOutcome, RunRecord } from '../run-store.ts'
import type { QuestionRun } from './question-set-index.ts'

export interface AnswerRow {
  readonly id: string
  /** Number of the run, from 1. */
  readonly run: number
  /** Id in the run store of the workspace. */
  readonly runId: string
  readonly query: string
  /** Whole text of the chosen candidate; null if there is none. */
  readonly answer: string | null
  /** Text in its `<answer>` or box, or after its last `Final Answer:`; null if there is none. */
  readonly finalAnswer: string | null
  readonly status: string
  readonly failure: { readonly code: string; readonly message: string } | null
  readonly seconds: number
  readonly steps: number
  /** Summary of the monitor; null for runs of versions that did not count it. */
  readonly watch: WatchSummary | null
  /** Whether the run asked for evidence and got none; null if unknown. */
  readonly isUnhelped: boolean | null
  readonly promptTokens: number
  readonly completionTokens: number
  /** US dollars; null if a price is unknown. */
  readonly cost: number | null
  readonly ledger: Readonly<Record<string, Omit<LedgerRow, 'role'>>>
}

export function answerRow(
  { id, run }: QuestionRun,
  { id: runId, plan }: RunRecord,
  outcome: RunOutcome,
): AnswerRow {
  const { answer, status, failure, seconds, watch = null, ledgers } = outcome
  const { promptTokens, completionTokens, cost } = ledgers.total
  return {
    id,
    run,
    runId,
    query: plan.question.text,
    answer,
    finalAnswer: answer === null ? null : finalAnswerIn(answer),
    status,
    failure,
    seconds,
    steps: ledgers.steps,
    watch,
    isUnhelped: watch === null ? null : isUnhelped(watch),
    promptTokens,
    completionTokens,
    cost,
    ledger: Object.fromEntries(ledgers.byRole.map(({ role, ...row }) => [role, row])),
  }
}

/** Returns the final answer in one of the two forms that patterns request: an `<answer>` with a box, or a line `Final Answer: …`. */
function finalAnswerIn(answer: string): string | null {
  const { text } = readAnswer(answer)
  if (text !== null) return text
  const line = lastFinalLine(answer)
  if (line === null) return null
  const said = [line.rest, ...line.after.split('\n')].find((one) => one.trim() !== '')
  return said?.trim() ?? null
}

const COLUMNS = [
  'id',
  'run',
  'runId',
  'status',
  'finalAnswer',
  'seconds',
  'steps',
  'promptTokens',
  'completionTokens',
  'cost',
  'query',
  'answer',
] as const satisfies readonly (keyof AnswerRow)[]

export const ANSWERS_FILE = 'answers.jsonl'
const SHEET_FILE = 'answers.csv'

/** Opens the files. A line left incomplete by a killed process is repaired by the next `rewrite`. */
export function createAnswerFiles(folder: string) {
  const files = [
    { path: join(folder, ANSWERS_FILE), head: '', lineOf: (row: AnswerRow) => `${JSON.stringify(row)}\n` },
    { path: join(folder, SHEET_FILE), head: csvLine(COLUMNS, '\r\n'), lineOf: sheetLine },
  ]
  let last: Promise<void> = Promise.resolve()
  return {
    paths: files.map(({ path }) => path),
    /** Writes all known rows, in order. */
    async rewrite(rows: readonly AnswerRow[]) {
      await last.catch(() => undefined)
      for (const { path, head, lineOf } of files) await writeNamedFile(path, head + rows.map(lineOf).join(''))
    },
    append(row: AnswerRow) {
      // One after the other, because long lines are written in several pieces.
      last = last.then(async () => {
        for (const { path, lineOf } of files) await appendTo(path, lineOf(row))
      })
      return last
    },
  }
}

async function appendTo(path: string, text: string): Promise<void> {
  try {
    await appendFile(path, text)
  } catch (error) {
    throw writeFailure(path, error)
  }
}

/** Returns a row of the sheet; unknown values are empty cells. */
function sheetLine(row: AnswerRow): string {
  return csvLine(
    COLUMNS.map((column) => String(row[column] ?? '')),
    '\r\n',
  )
}

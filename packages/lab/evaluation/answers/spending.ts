/** Computes the cost of answers and of right answers: a pattern that costs ten times as much has to be right that much more often. */
import type { LedgerRow } from '../../../../models/index.ts'

/** One run of one question. */
export interface RunSpending {
  /** Ledger of the run without graders; null if unknown. */
  readonly ledger: readonly LedgerRow[] | null
  /** Duration of the run; null if the file does not give it. */
  readonly seconds: number | null
  readonly isRight: boolean
}

export interface SpendingSum {
  readonly calls: number
  /** Prompt and completion tokens. */
  readonly tokens: number
  /** Wall-clock time; null unless it is known of every run. */
  readonly seconds: number | null
  /** US dollars; null if a price is unknown. */
  readonly cost: number | null
}

export interface SpendingFigures {
  readonly runs: number
  readonly right: number
  /** Mean per run. */
  readonly ofRun: SpendingSum
  /** Total spending divided by the number of right answers; null if none is right. */
  readonly ofRight: SpendingSum | null
}

/** Returns the figures of the runs with a ledger, or null if none has one. */
export function spendingFigures(runs: readonly RunSpending[]): SpendingFigures | null {
  const known = runs.filter(({ ledger }) => ledger !== null)
  if (known.length === 0) return null
  const right = known.filter(({ isRight }) => isRight).length
  const rows = known.flatMap(({ ledger }) => ledger ?? [])
  const all: SpendingSum = {
    calls: sumOf(rows.map(({ calls }) => calls)),
    tokens: sumOf(rows.map(({ promptTokens, completionTokens }) => promptTokens + completionTokens)),
    seconds: sumOfKnown(known.map(({ seconds }) => seconds)),
    cost: sumOfKnown(rows.map(({ cost }) => cost)),
  }
  return {
    runs: known.length,
    right,
    ofRun: shared(all, known.length),
    ofRight: right === 0 ? null : shared(all, right),
  }
}

function shared({ calls, tokens, seconds, cost }: SpendingSum, among: number): SpendingSum {
  return {
    calls: calls / among,
    tokens: tokens / among,
    seconds: seconds === null ? null : seconds / among,
    cost: cost === null ? null : cost / among,
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function sumOfKnown(values: readonly (number | null)[]): number | null {
  return values.includes(null) ? null : sumOf(values.map((value) => value ?? 0))
}

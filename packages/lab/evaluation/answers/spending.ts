/** What answers took, and what each right one of them did: a pattern that asks ten times as much has to be right that much more often. */
import type { LedgerRow } from '../../../../models/index.ts'

/** One run of one question. */
export interface SpentRun {
  /** Of the run itself; what graders were asked is not in it. Null where nothing is known. */
  readonly ledger: readonly LedgerRow[] | null
  /** From its begin to its end; null where the file does not say. */
  readonly seconds: number | null
  readonly isRight: boolean
}

export interface SpentSum {
  readonly calls: number
  /** Prompt and completion. */
  readonly tokens: number
  /** Wall-clock; null where it is not known of every run. */
  readonly seconds: number | null
  /** US dollars; null where a price is not known. */
  readonly cost: number | null
}

export interface SpendingFigures {
  readonly runs: number
  readonly right: number
  /** Mean of a run. */
  readonly ofRun: SpentSum
  /** All that was spent over the number of right answers; null where none is right. */
  readonly ofRight: SpentSum | null
}

/** Of the runs with a ledger; null where none has one. */
export function spendingFigures(runs: readonly SpentRun[]): SpendingFigures | null {
  const known = runs.filter(({ ledger }) => ledger !== null)
  if (known.length === 0) return null
  const right = known.filter(({ isRight }) => isRight).length
  const rows = known.flatMap(({ ledger }) => ledger ?? [])
  const all: SpentSum = {
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

function shared({ calls, tokens, seconds, cost }: SpentSum, among: number): SpentSum {
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

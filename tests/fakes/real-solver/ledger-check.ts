/** Checks a run's ledger against the server's counts, call by call. */
import type { LedgerCall } from '../../../models/index.ts'
import type { CountedCall } from './counting-proxy.ts'

export interface LedgerCheck {
  readonly calls: number
  /** Calls read to their end, and those of them that the ledger lacks or counts otherwise. */
  readonly whole: number
  readonly differing: number
  /** Calls closed early: their prompt tokens are known, but only those completion tokens that had been sent. */
  readonly left: number
  readonly leftDiffering: number
  readonly promptTokens: number
  readonly completionTokens: number
  readonly estimated: number
}

/** Matches each call of the ledger with a call of the server that has the same counts. */
export function ledgerCheck(ledger: readonly LedgerCall[], served: readonly CountedCall[]): LedgerCheck {
  const open = ledger.map(({ usage }) => usage)
  const take = (isSame: (usage: LedgerCall['usage']) => boolean) => {
    const at = open.findIndex(isSame)
    if (at >= 0) open.splice(at, 1)
    return at >= 0
  }
  const whole = served.filter(({ isWhole }) => isWhole)
  const left = served.filter(({ isWhole }) => !isWhole)
  const differing = whole.filter(
    ({ promptTokens, completionTokens }) =>
      !take((usage) => usage.promptTokens === promptTokens && usage.completionTokens === completionTokens),
  )
  const leftDiffering = left.filter(
    ({ promptTokens, completionTokens }) =>
      !take(
        (usage) => usage.promptTokens === promptTokens && usage.completionTokens <= (completionTokens ?? 0),
      ),
  )
  const sum = (of: (usage: LedgerCall['usage']) => number) =>
    ledger.reduce((total, { usage }) => total + of(usage), 0)
  return {
    calls: ledger.length,
    whole: whole.length,
    differing: differing.length,
    left: left.length,
    leftDiffering: leftDiffering.length,
    promptTokens: sum(({ promptTokens }) => promptTokens),
    completionTokens: sum(({ completionTokens }) => completionTokens),
    estimated: ledger.filter(({ usage }) => usage.estimated).length,
  }
}

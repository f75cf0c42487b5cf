/** Is what a run counted what the server counted? Call by call: a call of the ledger stands for one call of the server. */
import type { LedgerCall } from '../../../models/index.ts'
import type { CountedCall } from './counting-proxy.ts'

export interface LedgerCheck {
  readonly calls: number
  /** Calls that were read to their end, and of them those that the ledger has with other counts, or not at all. */
  readonly whole: number
  readonly differing: number
  /** Calls that were left: their prompts are known, of what was written only what had been sent. */
  readonly left: number
  readonly leftDiffering: number
  readonly promptTokens: number
  readonly completionTokens: number
  readonly estimated: number
}

/** Each call of the ledger against a call of the server with the same counts. */
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

/** Checks the budget of a run, before every call. */
import { type Clock, GlossError } from '../core/index.ts'
import type { LedgerRow } from '../models/index.ts'

/** Limits of a run; null means no limit. */
export interface Budget {
  /** Prompt and completion tokens of all models. */
  readonly tokens: number | null
  /** US dollars; every model of the run then needs a price. */
  readonly cost: number | null
  /** Model steps of all agents. */
  readonly steps: number | null
  readonly seconds: number | null
}

export const NO_BUDGET: Budget = { tokens: null, cost: null, steps: null, seconds: null }

export interface BudgetUse {
  readonly total: LedgerRow
  readonly steps: number
  readonly seconds: number
}

/** Throws `BUDGET_REACHED`. The tokens of an answer are reserved before it is requested (purse.ts). */
export function checkBudget({ tokens, cost, steps, seconds }: Budget, spent: BudgetUse): void {
  const { promptTokens, completionTokens, cost: paid } = spent.total
  const limits = [
    { name: 'tokens', limit: tokens, used: promptTokens + completionTokens },
    { name: 'cost', limit: cost, used: paid },
    { name: 'steps', limit: steps, used: spent.steps },
    { name: 'seconds', limit: seconds, used: spent.seconds },
  ]
  for (const { name, limit, used } of limits) {
    if (limit === null) continue
    if (used === null)
      throw new GlossError(
        'BUDGET_REACHED',
        `The run used a model of unknown price, so its budget of ${limit} US dollars cannot be enforced.`,
        { budget: name, limit },
      )
    if (used >= limit)
      throw new GlossError('BUDGET_REACHED', `The run has used up its budget of ${limit} ${name}.`, {
        budget: name,
        limit,
        used,
      })
  }
}

/** Calls `end` with a `BUDGET_REACHED` when the time is up, even during a call. Returns a function that cancels this. */
export function budgetOfSeconds(
  { seconds }: Budget,
  secondsBefore: number,
  clock: Clock,
  end: (error: GlossError) => void,
): () => void {
  if (seconds === null) return () => undefined
  const message = `The run has used up its budget of ${seconds} seconds.`
  const leftMs = Math.max(0, seconds - secondsBefore) * 1_000
  return clock.after(leftMs, () =>
    end(new GlossError('BUDGET_REACHED', message, { budget: 'seconds', limit: seconds, used: seconds })),
  )
}

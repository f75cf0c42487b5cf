/**
 * Divides the rest of a budget among concurrent chats: each reserves the most that its prompt and its answer may take before it
 * is sent. If little is left, answers get fewer tokens, and chats wait for each other.
 */
import { GlossError } from '../core/index.ts'
import {
  type ChatRequest,
  type ChatUsage,
  costOf,
  estimatePromptTokens,
  type LedgerRow,
  type PriceTable,
} from '../models/index.ts'
import type { Budget } from './budget.ts'

/** An answer without a limit gets one if fewer tokens than this are left: servers refuse limits beyond their window. */
const UNLIMITED_TOKENS = 32_768
/** Fewest tokens for an answer; fewer are not worth a call. */
const MIN_ANSWER_TOKENS = 64
/** Factor for estimates until the server has counted: formulas and digits have some 2.3 characters a token. Chosen, not measured. */
const UNCOUNTED = 1.6
/** Margin on earlier counts, because texts differ. Chosen, not measured. */
const MARGIN = 1.1
/** Largest share of one agent, since the helpers that its stream waits for need the rest. */
const SHARE = 1 / 2

export interface Grant {
  readonly request: ChatRequest
  /** Frees the reserve once the ledger has the usage. Further calls do nothing. */
  release(usage: ChatUsage): void
}

export interface Purse {
  /** Reserves tokens; if `waits`, it waits for those held by others. Throws `BUDGET_REACHED` if too little is left. */
  grant(request: ChatRequest, model: string, waits: boolean, signal: AbortSignal): Promise<Grant>
}

export function openPurse(
  budget: Pick<Budget, 'tokens' | 'cost'>,
  spent: () => Pick<LedgerRow, 'promptTokens' | 'completionTokens' | 'cost'>,
  prices: PriceTable,
  share = SHARE,
): Purse {
  const held = new Set<{ readonly tokens: number; readonly cost: number }>()
  const waiting = new Set<() => void>()
  // Servers count with different vocabularies: the excess of a count over the estimate is expected of uncounted text, too.
  const counted = new Map<string, number>()
  const unsure = { tokens: 0, cost: 0 }

  const excessOf = (model: string) => counted.get(model) ?? UNCOUNTED
  const heldBack = (of: 'tokens' | 'cost') => [...held].reduce((sum, one) => sum + one[of], unsure[of])

  function learn(model: string, estimate: number, usage: ChatUsage): void {
    if (!usage.estimated) {
      if (estimate > 0)
        counted.set(model, Math.max(counted.get(model) ?? 0, (MARGIN * usage.promptTokens) / estimate))
      return
    }
    const share = Math.max(0, excessOf(model) - 1)
    unsure.tokens += share * (usage.promptTokens + usage.completionTokens)
    unsure.cost += share * (costOf(usage, model, prices) ?? 0)
  }

  /** Returns the tokens left for prompt and answer by the limit of tokens; null for no limit. */
  function tokensLeft(): number | null {
    if (budget.tokens === null) return null
    const { promptTokens, completionTokens } = spent()
    return budget.tokens - promptTokens - completionTokens - heldBack('tokens')
  }

  /** Returns the tokens left by the limit of cost; null for no limit. */
  function tokensPaid(promptTokens: number, model: string): number | null {
    if (budget.cost === null) return null
    const price = (prompt: number, completion: number) =>
      costOf({ promptTokens: prompt, completionTokens: completion }, model, prices) ?? 0
    const left = budget.cost - (spent().cost ?? 0) - heldBack('cost') - price(promptTokens, 0)
    if (left < 0) return 0
    const each = price(0, 1)
    return each === 0 ? null : promptTokens + Math.floor(left / each)
  }

  function tryGrant(request: ChatRequest, model: string): Grant | null {
    const estimate = estimatePromptTokens(request)
    const promptTokens = Math.ceil(estimate * excessOf(model))
    const limits = [tokensLeft(), tokensPaid(promptTokens, model)].filter((limit) => limit !== null)
    if (limits.length === 0) return { request, release: () => undefined }
    const { maxTokens = UNLIMITED_TOKENS } = request
    const most = Math.min(...limits) - promptTokens
    if (most < Math.min(MIN_ANSWER_TOKENS, maxTokens)) return null
    const answer = Math.min(maxTokens, Math.max(MIN_ANSWER_TOKENS, Math.floor(most * share)))
    const cost = costOf({ promptTokens, completionTokens: answer }, model, prices) ?? 0
    const one = { tokens: promptTokens + answer, cost }
    held.add(one)
    return {
      request: answer < maxTokens ? { ...request, maxTokens: answer } : request,
      release(usage) {
        if (!held.delete(one)) return
        learn(model, estimate, usage)
        for (const wake of [...waiting]) wake()
      },
    }
  }

  return {
    async grant(request, model, waits, signal) {
      for (;;) {
        signal.throwIfAborted()
        const granted = tryGrant(request, model)
        if (granted !== null) return granted
        if (!waits || held.size === 0) throw used(budget)
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake)
            signal.removeEventListener('abort', wake)
            resolve()
          }
          waiting.add(wake)
          signal.addEventListener('abort', wake)
        })
      }
    },
  }
}

function used({ tokens, cost }: Pick<Budget, 'tokens' | 'cost'>): GlossError {
  const limits = [
    ...(tokens === null ? [] : [`${tokens} tokens`]),
    ...(cost === null ? [] : [`${cost} US dollars`]),
  ]
  return new GlossError(
    'BUDGET_REACHED',
    `The rest of the run's budget of ${limits.join(' and ')} is too small for another prompt and answer.`,
    { budget: tokens === null ? 'cost' : 'tokens', limit: tokens ?? cost },
  )
}

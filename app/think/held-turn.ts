/** Keeps a turn within a budget: its answers get no more tokens than are left, time ends it, and an answer that repeats itself is cut. */
import { type GlossError, isGlossError, systemClock } from '../../core/index.ts'
import type { ChatModel, ContinuingChat, Ledger, PriceTable, StreamingChat } from '../../models/index.ts'
import type { Thought } from '../../monitor/index.ts'
import {
  type Budget,
  budgetOfSeconds,
  heldChat,
  heldHelper,
  NO_BUDGET,
  openPurse,
} from '../../solver/index.ts'

/** Limits of a turn; absent ones do not apply. */
export type TurnBudget = Partial<Pick<Budget, 'tokens' | 'cost' | 'seconds'>>

export interface HeldTurnOptions {
  readonly ledger: Ledger
  readonly prices: PriceTable
  readonly signal: AbortSignal
  /** True if helpers are models, for which the stream leaves a share of the budget. */
  readonly hasHelpers: boolean
}

export interface HeldTurn {
  /** Aborts with the turn's signal, and when the time is used up. */
  readonly signal: AbortSignal
  chat(chat: ContinuingChat): ContinuingChat
  helper(chat: ChatModel & StreamingChat): ChatModel & StreamingChat
  /** Returns the thoughts, which end with what was written when a limit is reached. Throws `BUDGET_REACHED` if nothing was. */
  within(thoughts: AsyncIterable<Thought>): AsyncGenerator<Thought>
}

export function holdTurn(
  budget: TurnBudget,
  { ledger, prices, signal: turn, hasHelpers }: HeldTurnOptions,
): HeldTurn {
  const limits = { ...NO_BUDGET, ...budget }
  const ending = new AbortController()
  const signal = AbortSignal.any([turn, ending.signal])
  const startedMs = systemClock.nowMs()
  let [cut, isLowered] = ['', false]
  const options = {
    purse: openPurse(limits, ledger.total, prices, hasHelpers ? undefined : 1),
    signal,
    onRepetition(_path: string, _role: string, characters: number) {
      cut = `The model repeated itself: its answer was cut after ${characters} characters.`
    },
    onLowered() {
      isLowered = true
    },
  }

  function said(what: 'BUDGET_REACHED' | 'MODEL_ANSWER_INVALID', message: string): Thought {
    const atMs = systemClock.nowMs() - startedMs
    return { type: 'trace', event: { kind: 'failure', stage: 'budget', what, message, atMs } }
  }

  function* whyCut(): Iterable<Thought> {
    if (cut !== '') yield said('MODEL_ANSWER_INVALID', cut)
    else if (isLowered) yield said('BUDGET_REACHED', lowered(budget))
  }

  return {
    signal,
    chat: (chat) => heldChat(chat, 'proposer', '', options),
    helper: (chat) => heldHelper(chat, false, options),
    async *within(thoughts) {
      const stopClock = budgetOfSeconds(limits, 0, systemClock, (error) => ending.abort(error))
      let isWritten = false
      try {
        for await (const thought of thoughts) {
          isWritten ||= thought.type === 'text'
          if (thought.type === 'finish' && thought.reason === 'length') yield* whyCut()
          yield thought
        }
      } catch (error) {
        if (!isWritten || turn.aborted || !isUsedUp(error)) throw error
        yield said('BUDGET_REACHED', error.message)
        yield { type: 'finish', reason: 'length' }
      } finally {
        stopClock()
      }
    },
  }
}

function isUsedUp(error: unknown): error is GlossError {
  return isGlossError(error) && error.code === 'BUDGET_REACHED'
}

function lowered({ tokens, cost }: TurnBudget): string {
  const limits = [
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(cost === undefined ? [] : [`${cost} US dollars`]),
  ]
  return `The answer was cut, because its budget of ${limits.join(' and ')} is used up.`
}

/** A chat model for one question, with what it took. */
import {
  type CachedChat,
  type ChatModel,
  createCachedChat,
  createLedger,
  type Ledger,
  type PriceTable,
} from '../models/index.ts'
import type { RetrievalUsage } from './ports.ts'

/** A model that a backend asks. Backends are opened once and asked by many: who pays is known with the question. */
export interface AskedModel {
  /** The model, with everything that it is asked counted in `ledger`: failed attempts, too. */
  readonly open: (ledger: Ledger) => ChatModel
  readonly prices: PriceTable
}

export interface MeteredChat {
  readonly chat: CachedChat
  /** The same for conversations, whose answers are wanted with how they ended. */
  readonly model: ChatModel
  usage(): RetrievalUsage
}

/** Nothing is remembered between questions. What is asked is counted for `usage`, and in the caller's ledger, if it keeps one. */
export function meteredChat({ open, prices }: AskedModel, ledger: Ledger | undefined): MeteredChat {
  const metered = meteredLedger(prices, ledger)
  const model = open(metered.ledger)
  return { model, chat: createCachedChat(model, null, () => undefined), usage: metered.usage }
}

/** A ledger for one question, that counts into the asker's as well. */
export function meteredLedger(prices: PriceTable, outer: Ledger | undefined) {
  const own = createLedger(prices)
  const ledger: Ledger = {
    ...own,
    add(call) {
      own.add(call)
      outer?.add(call)
    },
  }
  return {
    ledger,
    usage(): RetrievalUsage {
      const { calls, promptTokens, completionTokens, cost } = own.total()
      return { calls, promptTokens, completionTokens, cost }
    },
  }
}

/** What two models took for one question; absent where neither was asked. */
export function usageOfBoth(
  one: RetrievalUsage | undefined,
  other: RetrievalUsage,
): { readonly usage?: RetrievalUsage } {
  if (other.calls === 0) return one === undefined ? {} : { usage: one }
  if (one === undefined) return { usage: other }
  return {
    usage: {
      calls: one.calls + other.calls,
      promptTokens: one.promptTokens + other.promptTokens,
      completionTokens: one.completionTokens + other.completionTokens,
      cost: one.cost === null || other.cost === null ? null : one.cost + other.cost,
    },
  }
}

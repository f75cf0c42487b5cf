/** A chat model for one question, with a count of its usage. */
import {
  type CachedChat,
  type ChatModel,
  createCachedChat,
  createLedger,
  type Ledger,
  type PriceTable,
} from '../models/index.ts'
import type { RetrievalUsage } from './ports.ts'

/** A model that a backend asks. Backends are opened once and shared by many users, so the ledger is only known with the question. */
export interface BackendModel {
  /** Opens the model; all its calls, failed attempts included, are counted in `ledger`. */
  readonly open: (ledger: Ledger) => ChatModel
  readonly prices: PriceTable
}

export interface MeteredChat {
  readonly chat: CachedChat
  /** The same for conversations, with how each answer ended. */
  readonly model: ChatModel
  usage(): RetrievalUsage
}

/** Opens a chat without a memory between questions. Its calls are counted for `usage`, and in the caller's ledger if there is one. */
export function meteredChat({ open, prices }: BackendModel, ledger: Ledger | undefined): MeteredChat {
  const metered = meteredLedger(prices, ledger)
  const model = open(metered.ledger)
  return { model, chat: createCachedChat(model, null, () => undefined), usage: metered.usage }
}

/** Creates a ledger for one question that also counts into the caller's ledger. */
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

/** Returns the usage of two models for one question; undefined if neither was asked. */
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

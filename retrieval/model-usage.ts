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

/** Nothing is remembered between questions. What is asked is counted for `usage`, and in the ledger of whoever asks, where there is one. */
export function meteredChat({ open, prices }: AskedModel, ledger: Ledger | undefined): MeteredChat {
  const own = createLedger(prices)
  const model = open({
    ...own,
    add(call) {
      own.add(call)
      ledger?.add(call)
    },
  })
  return {
    model,
    chat: createCachedChat(model, null, () => undefined),
    usage() {
      const { calls, promptTokens, completionTokens, cost } = own.total()
      return { calls, promptTokens, completionTokens, cost }
    },
  }
}

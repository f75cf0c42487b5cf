/** A chat model for one question, with what it took. */
import {
  type CachedChat,
  type ChatModel,
  costOf,
  createCachedChat,
  type PriceTable,
} from '../models/index.ts'
import type { RetrievalUsage } from './ports.ts'

export interface AskedModel {
  readonly chat: ChatModel
  readonly prices: PriceTable
}

export interface MeteredChat {
  readonly chat: CachedChat
  usage(): RetrievalUsage
}

/** Nothing is remembered between questions. */
export function meteredChat({ chat, prices }: AskedModel): MeteredChat {
  let calls = 0
  let promptTokens = 0
  let completionTokens = 0
  return {
    chat: createCachedChat(chat, null, ({ usage }) => {
      calls++
      promptTokens += usage.promptTokens
      completionTokens += usage.completionTokens
    }),
    usage: () => ({
      calls,
      promptTokens,
      completionTokens,
      cost: costOf({ promptTokens, completionTokens }, chat.id, prices),
    }),
  }
}

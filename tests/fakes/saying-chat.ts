/** A chat model that answers everything with the same text. */
import type { ChatModel } from '../../models/index.ts'
import type { BackendModel } from '../../retrieval/index.ts'

const USAGE = { promptTokens: 100, completionTokens: 10, estimated: false }

export function chatSaying(text: string): ChatModel {
  return {
    id: 'saying',
    async complete() {
      return { text, finish: 'stop', usage: USAGE }
    },
  }
}

/** Returns the model in the form that backends use: counted, without a price. */
export function modelSaying(text: string): BackendModel {
  return {
    open: (ledger) => ({
      ...chatSaying(text),
      async complete(request, signal) {
        ledger.add({ role: 'retriever', model: 'saying', usage: USAGE, seconds: 0, isFailed: false })
        return await chatSaying(text).complete(request, signal)
      },
    }),
    prices: new Map(),
  }
}

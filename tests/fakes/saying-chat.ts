/** A chat model that says the same to everything. */
import type { ChatModel } from '../../models/index.ts'

export function chatSaying(text: string): ChatModel {
  return {
    id: 'saying',
    async complete() {
      return { text, finish: 'stop', usage: { promptTokens: 100, completionTokens: 10, estimated: false } }
    },
  }
}

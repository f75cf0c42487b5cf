/** Joins the pieces of a stream to a whole answer. */
import { grown, NO_TEXT, wholeText } from '../../core/index.ts'
import type { ChatAnswer, ChatEvent, ChatModel, StreamingChat, ToolCall } from '../ports.ts'
import { isPassing } from './chat-error.ts'
import { type Retries, withRetries } from './retries.ts'

/** Reads events until the stream ends. If it has no usage, the usage is zero and estimated; if it has no reason, the reason is `other`. */
export async function foldAnswer(events: AsyncIterable<ChatEvent>): Promise<ChatAnswer> {
  let text = NO_TEXT
  let thought = NO_TEXT
  const toolCalls: ToolCall[] = []
  let usage: ChatAnswer['usage'] = { promptTokens: 0, completionTokens: 0, estimated: true }
  let finish: ChatAnswer['finish'] = 'other'
  for await (const event of events) {
    if (event.type === 'text') text = grown(text, event.text)
    else if (event.type === 'reasoning') thought = grown(thought, event.text)
    else if (event.type === 'tool-call') toolCalls.push(event.call)
    else if (event.type === 'usage') usage = event.usage
    else if (event.type === 'finish') finish = event.reason
  }
  const reasoning = wholeText(thought)
  return {
    text: wholeText(text),
    finish,
    usage,
    ...(reasoning === '' ? {} : { reasoning }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
  }
}

/** Adds `complete`, which returns whole answers. No caller sees the pieces, so an answer that broke off is retried, too. */
export function completing(chat: StreamingChat, retries: Retries): ChatModel & StreamingChat {
  return {
    ...withRetries(chat, retries),
    async complete(request, signal) {
      for (let attempt = 0; ; attempt++) {
        try {
          return await foldAnswer(chat.stream(request, signal))
        } catch (error) {
          if (!isPassing(error)) throw error
          await retries.pause(error, attempt, signal)
        }
      }
    },
  }
}

/** A chat model that replays a list of whole answers and records its requests. */

import type { ChatModel, ChatRequest } from '../../models/index.ts'
import { foldAnswer } from '../../models/index.ts'
import { chatPlaying, saying } from './playing-chat.ts'

export interface AnsweringChat extends ChatModel {
  readonly requests: readonly ChatRequest[]
}

export function chatAnswering(...answers: readonly string[]): AnsweringChat {
  const chat = chatPlaying(...answers.map((answer) => saying(answer)))
  return {
    id: 'answering',
    requests: chat.requests,
    complete: (request, signal) => foldAnswer(chat.stream(request, signal)),
  }
}

/** Builds the request after an unusable answer: the same question, that answer, and a complaint. */
import type { ChatRequest } from '../ports.ts'

/** Returns the request. `complaint` says what was wrong and what to answer instead. */
export function repairRequest(request: ChatRequest, answer: string, complaint: string): ChatRequest {
  return {
    ...request,
    messages: [
      ...request.messages,
      // Some servers refuse an empty turn.
      { role: 'assistant', content: answer.trim() === '' ? '(nothing)' : answer },
      { role: 'user', content: complaint },
    ],
  }
}

/** The request after an answer that cannot be used: the same question, the answer that was given, and a complaint. */
import type { ChatRequest } from '../ports.ts'

/** `complaint` says what was wrong and what to answer instead. */
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

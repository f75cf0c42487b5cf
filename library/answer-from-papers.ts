/** `ask` of the library: the answer of the last event, its pieces on the way. */
import { ask } from '../app/ask/index.ts'
import type { Gloss } from '../app/wiring/index.ts'
import { backendChoice } from './asked-backend.ts'
import type { AnswerOptions, PapersAnswer } from './found-hits.ts'

export async function answerFromPapers(
  gloss: Gloss,
  question: string,
  { backend, onText, signal = new AbortController().signal, ...options }: AnswerOptions = {},
): Promise<PapersAnswer> {
  const request = { question, ...options, ...backendChoice(backend) }
  for await (const event of ask(gloss, request, signal)) {
    if (event.type === 'text') onText?.(event.text)
    if (event.type === 'answer') return event.answer
  }
  throw new TypeError('The events of an answer ended without it')
}

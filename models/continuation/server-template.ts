/** The template of a model, filled by the server that has it: the surest way to a raw completion. */
import { isRecord } from '../../core/index.ts'
import type { ChatMessage } from '../ports.ts'
import type { FilledTemplate } from './chat-templates.ts'
import type { ServerInquiry } from './ports.ts'

export function createFill(path: string | undefined, inquiry: ServerInquiry | undefined) {
  return async (messages: readonly ChatMessage[], signal: AbortSignal): Promise<FilledTemplate | null> => {
    if (path === undefined || inquiry === undefined) return null
    const turns = messages.map(({ role, content }) => ({ role, content }))
    const answer = await inquiry.ask(path, { messages: turns }, signal)
    return isRecord(answer) && typeof answer['prompt'] === 'string'
      ? { prompt: answer['prompt'], stop: [] }
      : null
  }
}

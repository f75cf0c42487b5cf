/** Builds the request that answers a question: instructions, the numbered statements as data, and the question or the chat. */
import { filledPrompt, type Prompt, readPrompt } from '../core/index.ts'
import type { ChatMessage } from '../models/index.ts'
import type { CitedSource } from './ports.ts'
import { escapeMarks } from './read-citations.ts'

export function askPrompt(): Prompt {
  return readPrompt('ASK', new URL('./prompts/ask.txt', import.meta.url), [])
}

export function askStatementsPrompt(): Prompt {
  const slots = ['statements', 'question']
  return readPrompt('ASK_STATEMENTS', new URL('./prompts/ask-statements.txt', import.meta.url), slots)
}

export function askMessages(question: string, sources: readonly CitedSource[]): ChatMessage[] {
  const asked = { statements: statementsOf(sources), question }
  return [
    { role: 'system', content: filledPrompt(askPrompt(), {}) },
    { role: 'user', content: filledPrompt(askStatementsPrompt(), asked) },
  ]
}

/** Returns the message put before a chat whose last question these sources answer; without sources, a sentence that says so. */
export function retrievedMessage(sources: readonly CitedSource[]): string {
  return sources.length === 0
    ? filledPrompt(retrievedNothingPrompt(), {})
    : filledPrompt(retrievedPrompt(), { statements: statementsOf(sources) })
}

export function retrievedPrompt(): Prompt {
  return readPrompt('RETRIEVED', new URL('./prompts/retrieved.txt', import.meta.url), ['statements'])
}

export function retrievedNothingPrompt(): Prompt {
  return readPrompt('RETRIEVED_NOTHING', new URL('./prompts/retrieved-nothing.txt', import.meta.url), [])
}

/** Returns `[1] Text (Title, 2016, Abstract, p. 1)`, one per line; no text can begin a line or be mistaken for another statement. */
export function statementsOf(sources: readonly CitedSource[]): string {
  return sources
    .map(({ n, text, reading, title, year, locator }) => {
      const place = [title, year === null ? '' : String(year), locator]
        .filter((part) => part !== '')
        .join(', ')
      const line = `${reading ?? text}${place === '' ? '' : ` (${place})`}`
      return `[${n}] ${escapeMarks(line).replace(/\s+/g, ' ').trim()}`
    })
    .join('\n')
}

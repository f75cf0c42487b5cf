/** The one request that answers a question: instructions with the numbered statements, then the question; or a chat with them in front. */
import { defuseControlMarks, filledPrompt, type Prompt, readPrompt } from '../core/index.ts'
import type { ChatMessage } from '../models/index.ts'
import type { CitedSource } from './ports.ts'

export function askPrompt(): Prompt {
  return readPrompt('ASK', new URL('./prompts/ask.txt', import.meta.url), ['statements'])
}

export function askMessages(question: string, sources: readonly CitedSource[]): ChatMessage[] {
  return [
    { role: 'system', content: filledPrompt(askPrompt(), { statements: statementsOf(sources) }) },
    { role: 'user', content: defuseControlMarks(question) },
  ]
}

/** What is put before the messages of a chat whose last question these sources answer; without sources, that there are none. */
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

/** `[1] Text (Title, 2016, Abstract, p. 1)`, one a line. */
export function statementsOf(sources: readonly CitedSource[]): string {
  return sources
    .map(({ n, text, reading, title, year, locator }) => {
      const place = [title, year === null ? '' : String(year), locator]
        .filter((part) => part !== '')
        .join(', ')
      return `[${n}] ${(reading ?? text).replace(/\s+/g, ' ').trim()}${place === '' ? '' : ` (${place})`}`
    })
    .join('\n')
}

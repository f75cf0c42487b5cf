/** The prompts of HMAW as published (specs/reasoning-with-a-star.md 4), with the description of the company that all of them share put in. */
import { createPrompt, type Prompt, readPrompt } from '../../core/index.ts'

export interface HmawPrompts {
  readonly ceo: Prompt
  readonly manager: Prompt
  readonly worker: Prompt
}

export function readHmawPrompts(): HmawPrompts {
  const company = read('company').text
  const filled = (name: string) => {
    const { text } = read(name)
    return createPrompt(
      `HMAW_${name.toUpperCase()}`,
      text.replace('[[COMPANY]]', () => company),
    )
  }
  return { ceo: filled('ceo'), manager: filled('manager'), worker: filled('worker') }
}

function read(name: string): Prompt {
  return readPrompt(name, new URL(`./prompts/${name}.txt`, import.meta.url))
}

/** The published prompts of Eigen-1 (A.1 and A.11) as files, each known by its name and the hash of its bytes. */
import { readFileSync } from 'node:fs'
import { contentId } from '../../core/index.ts'

export interface Prompt {
  readonly name: 'P-UNIT' | 'P-CLAIM'
  readonly text: string
  readonly hash: string
}

const FILES = { 'P-UNIT': './prompts/p-unit.txt', 'P-CLAIM': './prompts/p-claim.txt' } as const
const PLACEHOLDER = '{paper_content}'

export function readPrompt(name: Prompt['name']): Prompt {
  const text = readFileSync(new URL(FILES[name], import.meta.url), 'utf8')
  return { name, text, hash: contentId(text) }
}

/** Puts the paper in its place, literally: braces and `$` in a paper mean nothing, nor does a second placeholder. */
export function withPaper(prompt: Prompt, paperContent: string): string {
  return prompt.text.replace(PLACEHOLDER, () => paperContent)
}

/** The prompts that models grade by, as files: P-… as published (Eigen-1, A.3), the other in our own words, since the paper prints none. */
import { type Prompt, readPrompt } from '../../core/index.ts'

const FILES = {
  'P-JUDGE': './prompts/p-judge.txt',
  'P-ACCURACY': './prompts/p-accuracy.txt',
  'P-CONSISTENCY': './prompts/p-consistency.txt',
  'LABEL-ERRORS': './prompts/label-errors.txt',
} as const

export type GradingPromptName = keyof typeof FILES

export function gradingPrompt(name: GradingPromptName): Prompt<GradingPromptName> {
  return readPrompt(name, new URL(FILES[name], import.meta.url))
}

/** The prompts of the solver as files: P-… as published (Eigen-1, A.2), the others in our own words, since those were never published. */
import { type Prompt, readPrompt } from '../core/index.ts'

const FILES = {
  'P-PREFIX': './prompts/p-prefix.txt',
  /** With the `<code>` tags that the print lost, and without its `results` that is never assigned. */
  'P-PREFIX.fixed': './prompts/p-prefix-fixed.txt',
  'P-REFINE': './prompts/p-refine.txt',
  'P-QUALITY': './prompts/p-quality.txt',
  PROPOSE: './prompts/propose.txt',
  CORRECT: './prompts/correct.txt',
  'CORRECT.suggestion': './prompts/correct-by-suggestion.txt',
  RANK: './prompts/rank.txt',
} as const

export type SolverPromptName = keyof typeof FILES

/** As it stands in its file; what an agent is given also depends on its tools and on how many there are (`promptOf…`). */
export function solverPrompt(name: SolverPromptName): Prompt<SolverPromptName> {
  return readPrompt(name, new URL(FILES[name], import.meta.url))
}

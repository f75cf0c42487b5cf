/** Reads the prompts of Eigen-1: P-… as published (Eigen-1, A.2), the others written for Gloss, since they were never published. */
import { promptsBeside } from '../../core/index.ts'

const FILES = {
  'P-PREFIX': { file: './prompts/p-prefix.txt', slots: [] },
  /** P-PREFIX with the `<code>` tags missing in print, and without `results`, which is never assigned. */
  'P-PREFIX.fixed': { file: './prompts/p-prefix-fixed.txt', slots: [] },
  'P-REFINE': {
    file: './prompts/p-refine.txt',
    slots: ['query', 'anchor_solution', 'reference_1', 'reference_2', 'reference_3', 'reference_4'],
  },
  'P-QUALITY': { file: './prompts/p-quality.txt', slots: ['query', 'solution'] },
  PROPOSE: { file: './prompts/propose.txt', slots: ['query', 'help'] },
  CORRECT: { file: './prompts/correct.txt', slots: ['query', 'solution', 'help'] },
  'CORRECT.suggestion': {
    file: './prompts/correct-by-suggestion.txt',
    slots: ['query', 'solution', 'suggestion', 'help'],
  },
  RANK: { file: './prompts/rank.txt', slots: ['query', 'responses', 'count', 'help'] },
}

export type SolverPromptName = keyof typeof FILES

/** Returns the prompt of a file; an agent's form of it depends on tools and candidates (./prompt-forms.ts). Throws `PROMPT_INVALID`. */
export const solverPrompt = promptsBeside(import.meta.url, FILES)

/** Throws `PROMPT_INVALID` for the first file whose slots are not those that a run fills. Called before any request. */
export function checkSolverPrompts(): void {
  for (const name of Object.keys(FILES) as SolverPromptName[]) solverPrompt(name)
}

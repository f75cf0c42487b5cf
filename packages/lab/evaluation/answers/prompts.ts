/** Loads the grading prompts from files: P-… as published (Eigen-1, A.3), the other written here, since the paper prints none. */
import { promptsBeside } from '../../../../core/index.ts'

const FILES = {
  'P-JUDGE': { file: './prompts/p-judge.txt', slots: ['question', 'response', 'correct_answer'] },
  'P-ACCURACY': { file: './prompts/p-accuracy.txt', slots: ['q', 'gt', 'r', 'final_items', 'resp_items'] },
  'P-CONSISTENCY': { file: './prompts/p-consistency.txt', slots: ['solution1', 'solution2'] },
  'LABEL-ERRORS': { file: './prompts/label-errors.txt', slots: ['question', 'response', 'gold'] },
}

export type GradingPromptName = keyof typeof FILES

/** Returns a prompt. Throws `PROMPT_INVALID`. */
export const gradingPrompt = promptsBeside(import.meta.url, FILES)

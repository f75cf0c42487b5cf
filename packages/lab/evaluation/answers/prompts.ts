/** The prompts that models grade by, as files: P-… as published (Eigen-1, A.3), the other in our own words, since the paper prints none. */
import { promptsBeside } from '../../../../core/index.ts'

const FILES = {
  'P-JUDGE': { file: './prompts/p-judge.txt', slots: ['question', 'response', 'correct_answer'] },
  'P-ACCURACY': { file: './prompts/p-accuracy.txt', slots: ['q', 'gt', 'r', 'final_items', 'resp_items'] },
  'P-CONSISTENCY': { file: './prompts/p-consistency.txt', slots: ['solution1', 'solution2'] },
  'LABEL-ERRORS': { file: './prompts/label-errors.txt', slots: ['question', 'response', 'gold'] },
}

export type GradingPromptName = keyof typeof FILES

/** Throws `PROMPT_INVALID`. */
export const gradingPrompt = promptsBeside(import.meta.url, FILES)

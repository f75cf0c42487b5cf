/**
 * Loads the prompts of the data tools. SEED_INIT, SEED_EXTRACT and QA_GENERATE are ReThinker's as published (Appendix D;
 * specs/rethinker.md 7, with hashes of the files). The others are written here: the paper prints no judges, examples or tool calls.
 */
import { createPrompt, type Prompt, partlyFilledPrompt, promptsBeside } from '../../../core/index.ts'
import { rethinkerPrompt } from '../../../solver/index.ts'

const FILES = {
  SEED_INIT: { file: './prompts/seed-init.txt', slots: [] },
  SEED_EXTRACT: { file: './prompts/seed-extract.txt', slots: ['original_content'] },
  QA_GENERATE: { file: './prompts/qa-generate.txt', slots: ['examples', 'seed'] },
  CONSISTENT: { file: './prompts/consistent.txt', slots: ['question', 'thought', 'output'] },
  CONFIRM: { file: './prompts/confirm.txt', slots: ['question', 'truth', 'statements'] },
  QUESTION_EXAMPLES: { file: './prompts/question-examples.txt', slots: [] },
  SYNTHESIS_TOOLS: { file: './prompts/synthesis-tools.txt', slots: ['executor', 'examples'] },
}

export type TrainingPromptName = keyof typeof FILES
export const TRAINING_PROMPT_NAMES = Object.keys(FILES) as readonly TrainingPromptName[]

/** Returns a prompt as in its file. Throws `PROMPT_INVALID` if a slot is missing or unknown. */
export const trainingPrompt = promptsBeside(import.meta.url, FILES)

/** The fields of the published prompt. */
export const PUBLISHED_FIELDS: readonly string[] =
  'biology, zoology, botany, chemistry, physics, astronomy, geology, oceanography, environmental science, psychology, sociology, economics, political science, literature, philosophy, arts, mathematics, computer science, logic, engineering, health professions, business, education'.split(
    ', ',
  )

/** Returns the published prompt; for other fields, with these in place of its own and the name `SEED_INIT-fields`. */
export function seedInitPrompt(fields: readonly string[]): Prompt {
  const published = trainingPrompt('SEED_INIT')
  const [usual, own] = [PUBLISHED_FIELDS.join(', '), fields.join(', ')]
  return own === usual
    ? published
    : createPrompt(
        'SEED_INIT-fields',
        published.text.replace(usual, () => own),
      )
}

/** Returns the prompt, in which doubled braces are literal braces. */
export function questionPrompt(): Prompt {
  const { name, text } = trainingPrompt('QA_GENERATE')
  return createPrompt(name, text.replaceAll('{{', '{').replaceAll('}}', '}'))
}

/** Describes how to call the tools that QA_GENERATE names: by code, in the words of the agents' published prompts. */
export function toolsPrompt(): Prompt {
  const prompt = trainingPrompt('SYNTHESIS_TOOLS')
  const [executor, examples] = [rethinkerPrompt('EXECUTOR').text, rethinkerPrompt('EXAMPLES').text]
  return createPrompt('SYNTHESIS_TOOLS', partlyFilledPrompt(prompt, { executor, examples }))
}

/** Prompts of the data tools: those of ReThinker's Appendix D as published (specs/rethinker.md 7, whose hashes are of the files), and ours, since the paper prints none of its judges. */
import { type Prompt, type PromptFile, readPrompt } from '../core/index.ts'

const FILES = {
  CONSISTENT: { file: './prompts/consistent.txt', slots: ['question', 'thought', 'output'] },
} as const satisfies Readonly<Record<string, PromptFile>>

export type TrainingPromptName = keyof typeof FILES

/** As it stands in its file. Throws `PROMPT_INVALID` where a slot is missing or unknown. */
export function trainingPrompt(name: TrainingPromptName): Prompt<TrainingPromptName> {
  const { file, slots } = FILES[name]
  return readPrompt(name, new URL(file, import.meta.url), slots)
}

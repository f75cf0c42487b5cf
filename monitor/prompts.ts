/**
 * What the helper models are asked and how their answers are read. The prompts are files: P-… as published
 * (Eigen-1, A.2.3-A.2.5), SIFT our own.
 */
import { filledPrompt, type Prompt, type PromptFile, readPrompt } from '../core/index.ts'
import type { ChatMessage } from '../models/index.ts'

export type HelperPrompt = Prompt<HelperPromptName>

export type HelperPromptName = 'P-MONITOR' | 'P-QUERY' | 'P-INJECT' | 'SIFT'

const FILES: Readonly<Record<HelperPromptName, PromptFile>> = {
  'P-MONITOR': { file: './prompts/p-monitor.txt', slots: ['text'] },
  'P-QUERY': { file: './prompts/p-query.txt', slots: ['text'] },
  'P-INJECT': { file: './prompts/p-inject.txt', slots: ['text', 'rag_query', 'rag_result'] },
  SIFT: { file: './prompts/sift.txt', slots: ['queries', 'units'] },
}
const ROLE_LINE = /^Role: ([^\n]*)\n/
const THOUGHT = /<(think|thinking)>[\s\S]*?<\/\1>\s*/gi
// The template of some models opens the thought: the answer then has only its end.
const END_OF_THOUGHT = /^[\s\S]*<\/think(?:ing)?>\s*/i
// An answer that was cut off while thinking says nothing.
const OPEN_THOUGHT = /<think(?:ing)?>[\s\S]*$/i

/** Throws `PROMPT_INVALID`. */
export function helperPrompt(name: HelperPromptName): HelperPrompt {
  const { file, slots } = FILES[name]
  return readPrompt(name, new URL(file, import.meta.url), slots)
}

/**
 * The role line is the system message, as in the published code; the rest is what the user says. `written`: of
 * the model that is watched.
 */
export function roleAndTask(prompt: HelperPrompt, written: Readonly<Record<string, string>>): ChatMessage[] {
  const [line = '', role = ''] = ROLE_LINE.exec(prompt.text) ?? []
  const task = filledPrompt({ name: prompt.name, text: prompt.text.slice(line.length) }, {}, written)
  return [
    { role: 'system', content: role },
    { role: 'user', content: task },
  ]
}

/**
 * The answer of a helper without what it thought aloud first: some servers send the thoughts of a model in
 * its text.
 */
export function withoutThoughts(answer: string): string {
  return answer.replace(THOUGHT, '').replace(END_OF_THOUGHT, '').replace(OPEN_THOUGHT, '')
}

/**
 * What the helper models are asked and how their answers are read. The prompts are files: P-… as published
 * (Eigen-1, A.2.3-A.2.5), SIFT our own.
 */
import { filledPrompt, type Prompt, readPrompt } from '../core/index.ts'
import type { ChatMessage } from '../models/index.ts'

export type HelperPrompt = Prompt<HelperPromptName>

export type HelperPromptName = 'P-MONITOR' | 'P-QUERY' | 'P-INJECT' | 'SIFT'

const FILES: Readonly<Record<HelperPromptName, string>> = {
  'P-MONITOR': './prompts/p-monitor.txt',
  'P-QUERY': './prompts/p-query.txt',
  'P-INJECT': './prompts/p-inject.txt',
  SIFT: './prompts/sift.txt',
}
const ROLE_LINE = /^Role: ([^\n]*)\n/
const THOUGHT = /<(think|thinking)>[\s\S]*?<\/\1>\s*/gi
// The template of some models opens the thought: the answer then has only its end.
const END_OF_THOUGHT = /^[\s\S]*<\/think(?:ing)?>\s*/i
// An answer that was cut off while thinking says nothing.
const OPEN_THOUGHT = /<think(?:ing)?>[\s\S]*$/i

export function helperPrompt(name: HelperPromptName): HelperPrompt {
  return readPrompt(name, new URL(FILES[name], import.meta.url))
}

/** The role line is the system message, as in the published code; the rest is what the user says. */
export function roleAndTask(prompt: HelperPrompt, values: Readonly<Record<string, string>>): ChatMessage[] {
  const [line = '', role = ''] = ROLE_LINE.exec(prompt.text) ?? []
  const task = filledPrompt({ text: prompt.text.slice(line.length) }, values)
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

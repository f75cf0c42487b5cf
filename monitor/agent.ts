/**
 * Adds to a turn what an agent call needs: steps, an answer that must be there at the end, and limits. Source:
 * Eigen-1's specs, section 3.2 (LIMIT) and E37, E38.
 */

import { withoutThoughts } from './prompts.ts'

export interface AgentSettings {
  /** Maximum number of steps. A step ends with a block of code, or with an answer that is empty. */
  readonly maxSteps: number
  readonly maxEmpties: number
  /** Tag that the answer must be in; null if any text is an answer. */
  readonly answerTag: 'answer' | 'select' | null
  /** Nudging. If absent, a text without an answer is followed by one forced attempt, and `maxTokens` applies to the whole turn. */
  readonly nudging?: Nudging
}

/**
 * How ReThinker continues an agent that neither calls code nor answers (its specs, section 5.1): an answer wins over code of the same step,
 * the last attempt runs no code, and `maxTokens` applies to one stream call. Plain data.
 */
export interface Nudging {
  /** Sentences put into the turn one after the other, in a cycle; the first is also that of the last attempt. */
  readonly sentences: readonly string[]
  /** Maximum number of nudged steps without code and answer; after one more such step, the last attempt follows. */
  readonly most: number
  /** Source of a regular expression that finds an answer in the model's own text outside its code. */
  readonly answer: string
}

export const DEFAULT_AGENT: AgentSettings = { maxSteps: 150, maxEmpties: 5, answerTag: null }

/** Returns the sentence appended to the text when the model must finish. */
export function forcedSentence(tag: AgentSettings['answerTag']): string {
  const task =
    tag === 'select'
      ? 'select the best solution in <select></select>'
      : 'write the answer in <answer></answer> with \\boxed'
  return `\n\nI have to come to an end now: I combine all the information above and ${task}.\n`
}

/** Returns whether `said`, the model's own text, has an answer. Results that the model made up, and empty tags, do not count. */
export function hasAnswer(said: string, tag: AgentSettings['answerTag']): boolean {
  if (tag === null) return true
  return new RegExp(`<${tag}>\\s*(?!</${tag}>)\\S[\\s\\S]*?</${tag}>`).test(said.replace(RESULTS, ''))
}

/** Returns whether a text has an answer, in the agent's own form if it has one. */
export function isAnswered(said: string, { answerTag, nudging }: AgentSettings): boolean {
  if (nudging === undefined) return hasAnswer(said, answerTag)
  return new RegExp(nudging.answer, 'i').test(withoutCode(withoutThoughts(said.replace(RESULTS, ''))))
}

/** Removes code, which may print tags that are not the agent's answer. */
export function withoutCode(said: string): string {
  return said.replace(CODE_BLOCK, ' ')
}

export function nudgingSentence(sentence: string): string {
  return `\n\n${sentence}\n`
}

const CODE_BLOCK = /<code(?:\s[^<>]{0,200})?>(?:(?!<code)[\s\S])*?<\/code>/g
const RESULTS = /<execution_results>[\s\S]*?<\/execution_results>/g

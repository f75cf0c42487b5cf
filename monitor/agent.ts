/**
 * What an agent call adds to a turn: steps, an answer that must be there in the end, and limits. Source:
 * Eigen-1's specs, section 3.2 (LIMIT) and E37, E38.
 */

import { withoutThoughts } from './prompts.ts'

export interface AgentSettings {
  /** A step ends with a block of code, or with an answer that is empty. */
  readonly maxSteps: number
  readonly maxEmpties: number
  /** The tag that the answer must be in; null where any text is an answer. */
  readonly answerTag: 'answer' | 'select' | null
  /** Absent: a text without an answer is followed by one forced attempt, and `maxTokens` is of the whole turn. */
  readonly nudging?: Nudging
}

/**
 * How ReThinker goes on with an agent that neither calls code nor answers (its specs, section 5.1): an answer wins over code of the same step,
 * the last attempt runs no code, and `maxTokens` is of one stream call. Plain data.
 */
export interface Nudging {
  /** Put into the turn one after the other, from the first again when all were used; the first is also the one of the last attempt. */
  readonly sentences: readonly string[]
  /** Steps without code and without an answer that are nudged; one more, and the last attempt follows. */
  readonly most: number
  /** Source of a regular expression that finds an answer in the model's own text outside of its code. */
  readonly answer: string
}

export const DEFAULT_AGENT: AgentSettings = { maxSteps: 150, maxEmpties: 5, answerTag: null }

/** Appended to the text where the model must come to an end. */
export function forcedSentence(tag: AgentSettings['answerTag']): string {
  const task =
    tag === 'select'
      ? 'select the best solution in <select></select>'
      : 'write the answer in <answer></answer> with \\boxed'
  return `\n\nI have to come to an end now: I combine all the information above and ${task}.\n`
}

/** `said`: what the model wrote, without injections and results of code. A result that it made up does not count, and empty tags do not. */
export function hasAnswer(said: string, tag: AgentSettings['answerTag']): boolean {
  if (tag === null) return true
  return new RegExp(`<${tag}>\\s*(?!</${tag}>)\\S[\\s\\S]*?</${tag}>`).test(said.replace(RESULTS, ''))
}

/** The same by the agent's own form of an answer, where it has one. */
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

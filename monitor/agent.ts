/**
 * What an agent call adds to a turn: steps, an answer that must be there in the end, and limits. Source:
 * Eigen-1's specs, section 3.2 (LIMIT) and E37, E38.
 */

export interface AgentSettings {
  /** A step ends with a block of code, or with an answer that is empty. */
  readonly maxSteps: number
  readonly maxEmpties: number
  /** The tag that the answer must be in; null where any text is an answer. */
  readonly answerTag: 'answer' | 'select' | null
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

const RESULTS = /<execution_results>[\s\S]*?<\/execution_results>/g

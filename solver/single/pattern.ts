/**
 * One question, one answer: what the model says without agents, tools or retrieval, and so what every other pattern is measured against
 * (specs/reasoning-with-a-star.md, section 1: the item and a request for a last line with the final answer).
 */
import { filledPrompt, GlossError, readPrompt } from '../../core/index.ts'
import { askTurn } from '../ask-turn.ts'
import type { DecodingSettings } from '../decoding-settings.ts'
import { decodingOf } from '../decoding-settings.ts'
import { stripForNextAgent } from '../reading/hand-on.ts'
import type { Pattern } from '../solve.ts'

export interface SingleDetails {
  /** All that was written, thoughts in tags included. */
  readonly text: string
}

const PATH = 'answer/0'

/** Throws `NO_SOLUTION` where the model wrote nothing but thoughts, and what the model throws. */
export const single: Pattern<DecodingSettings> = async ({ text: query }, settings, runner) => {
  const prompt = readPrompt('SINGLE', new URL('./prompts/answer.txt', import.meta.url), ['query'])
  runner.stage('answer')
  const request = {
    messages: [{ role: 'user' as const, content: filledPrompt(prompt, { query }) }],
    ...decodingOf(settings),
  }
  const { text } = await askTurn(runner, { path: PATH, role: 'solver', request, prompt })
  const { text: answer } = stripForNextAgent(text)
  if (answer === '') throw new GlossError('NO_SOLUTION', 'The model wrote no answer.', { path: PATH })
  const details: SingleDetails = { text }
  return { answer, answerPath: PATH, details }
}

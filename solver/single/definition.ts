/** Defines the pattern of a single question. */

import { filledPrompt, GlossError, readPrompt } from '../../core/index.ts'
import { askTurn } from '../ask-turn.ts'
import { DecodingSettings, decodingOf } from '../decoding-settings.ts'
import { definePattern } from '../pattern.ts'
import { stripForNextAgent } from '../reading/hand-on.ts'
import { ASKING_PARTS, HMAW_PRESETS } from '../rws/definition-parts.ts'
import type { Pattern } from '../solve.ts'

/**
 * One question, one answer: the model without agents, tools or retrieval, as the baseline of all other patterns
 * (specs/reasoning-with-a-star.md, section 1: the item and a request for a last line with the final answer).
 */

interface SingleDetails {
  /** Whole text, including thoughts in tags. */
  readonly text: string
}

const PATH = 'answer/0'

/** Asks the question. Throws `NO_SOLUTION` if the model wrote only thoughts, and what the model throws. */
const single: Pattern<DecodingSettings> = async ({ text: query }, settings, runner) => {
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

export const singlePattern = definePattern(DecodingSettings, {
  ...ASKING_PARTS,
  name: 'single',
  title: 'Single shot',
  summary: 'One question to one model, without tools or evidence: the baseline for the other patterns.',
  roles: [{ name: 'solver', does: 'answers the question', fallback: 'proposer', isAgent: false }],
  presets: HMAW_PRESETS,
  run: single,
  maxTurns: ({ maxTokens }) => [{ role: 'solver', turns: 1, completionTokens: maxTokens }],
  calls: '1',
  // Not from a paper: greedy, the default, and Gemini's temperature in the comparison of Reasoning With a Star.
  ablations: [0, 0.2, 1].map((temperature) => ({
    table: 'temperature',
    name: `temperature-${temperature}`,
    settings: { temperature },
  })),
  page: {
    column: null,
    columnSetting: null,
    stages: [{ stage: 'answer', heading: 'Answer', status: 'Waiting for the answer' }],
    tables: [],
    fields: [],
  },
  demonstration: { script: new URL('./demonstration.json', import.meta.url), settings: {} },
})

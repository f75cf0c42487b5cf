/** Asks a model whether an output follows from the thought before it; an unreadable answer counts as no (specs/rethinker.md 5.3). */
import { z } from 'zod'
import { filledPrompt, isGlossError } from '../../../../core/index.ts'
import { type ChatRequest, type JsonModes, type StreamingChat, structured } from '../../../../models/index.ts'
import { trainingPrompt } from '../prompts.ts'

export interface ConsistencyOrder {
  readonly question: string
  readonly thought: string
  readonly output: string
}

export interface ConsistencyCheck {
  /** Model and hash of the prompt. */
  readonly name: string
  /** Checks an order. `unreadable`: neither the answer nor its repair had the required form. Rethrows errors of the model. */
  check(order: ConsistencyOrder, signal: AbortSignal): Promise<ConsistencyVerdict>
}

export type ConsistencyVerdict = 'consistent' | 'contradictory' | 'unreadable'

const Form = z.object({ consistent: z.preprocess(firstWord, z.enum(['yes', 'no'])) })
const MAX_TOKENS = 1_024
// Both ends of a long thought are kept: the plan and the conclusion. Chosen, not measured.
const THOUGHT_END = 8_000

export function createConsistencyCheck(chat: StreamingChat, modes: JsonModes): ConsistencyCheck {
  return {
    name: `model:${chat.id}:${trainingPrompt('CONSISTENT').hash}`,
    async check(order, signal) {
      try {
        const request = consistencyRequest(order)
        const { value } = await structured(chat, request, Form, { signal, modes, name: 'consistency' })
        return value.consistent === 'yes' ? 'consistent' : 'contradictory'
      } catch (error) {
        if (isGlossError(error, 'MODEL_ANSWER_INVALID')) return 'unreadable'
        throw error
      }
    },
  }
}

export function consistencyRequest({ question, thought, output }: ConsistencyOrder): ChatRequest {
  const content = filledPrompt(
    trainingPrompt('CONSISTENT'),
    { question },
    { thought: bothEnds(thought), output },
  )
  return { messages: [{ role: 'user', content }], temperature: 0, maxTokens: MAX_TOKENS }
}

function bothEnds(text: string): string {
  return text.length <= 2 * THOUGHT_END
    ? text
    : `${text.slice(0, THOUGHT_END)}\n…\n${text.slice(-THOUGHT_END)}`
}

/** Returns the first word: "Yes, because …" is yes, and so is `true`. */
function firstWord(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? /[a-z]+/.exec(value.toLowerCase())?.[0] : value
}

/** Judges an answer by a model that reads the question, the answer and the gold (P-JUDGE; Eigen-1, A.3). */
import { z } from 'zod'
import { filledPrompt, GlossError } from '../../../../core/index.ts'
import { isModelFailure, type JsonModes, type StreamingChat, structured } from '../../../../models/index.ts'
import { gradingPrompt } from './prompts.ts'

export interface JudgeOrder {
  readonly question: string
  /** Response in its submitted form. */
  readonly response: string
  readonly gold: string
}

/** `by` names the model with the hash of its prompt, or the grader. */
export type Judgement =
  | {
      readonly state: 'judged'
      readonly by: string
      readonly isCorrect: boolean
      readonly extracted: string
      readonly reasoning: string
      /** Per cent; 100 if the response states none. Null for graders, which do not read it. */
      readonly confidencePercent: number | null
    }
  | { readonly state: 'unjudged'; readonly by: string; readonly reason: string }

export interface Judge {
  readonly name: string
  /** Judges an answer. If the model fails, it returns `unjudged`, which is neither right nor wrong, and does not throw. */
  judge(order: JudgeOrder, signal: AbortSignal): Promise<Judgement>
}

export interface JudgeOptions {
  readonly chat: StreamingChat
  /** Form of structured answer that each server accepts; shared with the other users of `structured`. */
  readonly modes: JsonModes
}

/** As in the published code. No temperature is sent, because thinking models reject any. */
const MAX_TOKENS = 4_096
const NO_ANSWER = 'None'
const CERTAIN_PERCENT = 100

const Form = z.object({
  extracted_final_answer: z.preprocess((value) => (value === null ? NO_ANSWER : asText(value)), z.string()),
  reasoning: z.preprocess((value) => value ?? '', z.string()),
  correct: z.preprocess(firstWord, z.enum(['yes', 'no'])),
  confidence: z.preprocess(percentOf, z.number().min(0).max(100)),
})

export function createJudge({ chat, modes }: JudgeOptions): Judge {
  const prompt = gradingPrompt('P-JUDGE')
  const name = `model:${chat.id}:${prompt.hash}`
  return {
    name,
    async judge({ question, response, gold }, signal) {
      const content = filledPrompt(prompt, { question, correct_answer: gold }, { response })
      const request = { messages: [{ role: 'user' as const, content }], maxTokens: MAX_TOKENS }
      try {
        const { value } = await structured(chat, request, Form, { signal, modes, name: 'judgement' })
        return {
          state: 'judged',
          by: name,
          isCorrect: value.correct === 'yes',
          extracted: value.extracted_final_answer,
          reasoning: value.reasoning,
          confidencePercent: value.confidence,
        }
      } catch (error) {
        signal.throwIfAborted()
        return { state: 'unjudged', by: name, reason: reasonOf(error) }
      }
    },
  }
}

/** Returns the reason of a model's failure; bugs are thrown. */
function reasonOf(error: unknown): string {
  if (error instanceof GlossError && (error.code === 'MODEL_ANSWER_INVALID' || isModelFailure(error)))
    return error.code.toLowerCase()
  throw error
}

function asText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

/** Returns the first word: "Yes, because …" is yes, and so is `true`. */
function firstWord(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? /[a-z]+/.exec(value.toLowerCase())?.[0] : value
}

/** Returns the percentage, 100 if there is none, as the prompt says. */
function percentOf(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? CERTAIN_PERCENT
  const number = /\d+(?:\.\d+)?/.exec(value)?.[0]
  return number === undefined ? CERTAIN_PERCENT : Number(number)
}

/** Labels the types of error of a failed question by a model (with a prompt of this project: the paper names the types, but no prompt). */
import { z } from 'zod'
import { filledPrompt, GlossError } from '../../../../core/index.ts'
import { isModelFailure, type JsonModes, type StreamingChat, structured } from '../../../../models/index.ts'
import { ERROR_TYPES, type ErrorType, type LabelledFailure } from './error-types.ts'
import { gradingPrompt } from './prompts.ts'

export interface FailedAnswer {
  readonly questionId: string
  readonly question: string
  readonly response: string
  readonly gold: string
}

export interface Labeller {
  /** Model and hash of the prompt. */
  readonly name: string
  label(failure: FailedAnswer, signal: AbortSignal): Promise<LabelledFailure>
}

export interface LabellerOptions {
  readonly chat: StreamingChat
  readonly modes: JsonModes
}

/** Labels and 40 words take about 100 tokens; the rest is for models that think aloud. Chosen, not measured. */
const MAX_TOKENS = 2_048
const Form = z.object({
  types: z.preprocess(named, z.array(z.enum(ERROR_TYPES)).min(1)),
  reason: z.preprocess((value) => value ?? '', z.string()),
})

export function createLabeller({ chat, modes }: LabellerOptions): Labeller {
  const prompt = gradingPrompt('LABEL-ERRORS')
  return {
    name: `model:${chat.id}:${prompt.hash}`,
    async label({ questionId, response, ...values }, signal) {
      const content = filledPrompt(prompt, values, { response })
      const request = { messages: [{ role: 'user' as const, content }], maxTokens: MAX_TOKENS }
      try {
        const { value } = await structured(chat, request, Form, { signal, modes, name: 'error_types' })
        return { questionId, types: [...new Set(value.types)], reason: value.reason }
      } catch (error) {
        signal.throwIfAborted()
        return { questionId, types: null, reason: reasonOf(error) }
      }
    },
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof GlossError && (error.code === 'MODEL_ANSWER_INVALID' || isModelFailure(error)))
    return error.code.toLowerCase()
  throw error
}

/** Normalises types: "Knowledge application error" is `knowledge_application`; a single type becomes a list. */
function named(value: unknown): unknown {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.map((one) => (typeof one === 'string' ? (typeOf(one) ?? one) : one))
}

function typeOf(name: string): ErrorType | undefined {
  const words = name.toLowerCase().replace(/[^a-z]+/g, '_')
  return ERROR_TYPES.find((type) => words.startsWith(type.split('_')[0]!))
}

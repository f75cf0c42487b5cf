/**
 * Asks a model one question on whether the units of a trigger help. The published code asks
 * one for each unit, in sequence, up to three times, and drops unreadable answers; here units without a verdict
 * pass as `unsifted`.
 */
import { z } from 'zod'
import { filledPrompt, GlossError } from '../../core/index.ts'
import { isModelFailure, type JsonModes, type StreamingChat, structured } from '../../models/index.ts'
import type { Evidence, Sifter, Sifting } from '../ports.ts'
import { helperPrompt } from '../prompts.ts'

export interface ModelSifterOptions {
  readonly chat: StreamingChat
  /** Form of structured answer that each server accepts; shared with the other users of `structured`. */
  readonly modes: JsonModes
  readonly temperature?: number
}

/** Three scores take some 20 tokens; the rest is for models that think aloud. Chosen, not measured. */
const MAX_TOKENS = 512
const Worth = z.union([z.literal(-1), z.literal(0), z.literal(1), z.literal(2)])

export function createModelSifter({ chat, modes, temperature = 0 }: ModelSifterOptions): Sifter {
  const prompt = helperPrompt('SIFT')
  return {
    name: `model:${chat.id}:${prompt.hash}`,
    prompt: { name: prompt.name, hash: prompt.hash },
    async sift(queries, evidence, signal) {
      if (evidence.length === 0) return { worths: [] }
      const content = filledPrompt(prompt, {
        queries: queries.join('\n'),
        units: JSON.stringify(evidence.map((unit) => unit.text)),
      })
      const request = { messages: [{ role: 'user' as const, content }], temperature, maxTokens: MAX_TOKENS }
      const form = z.object({ scores: z.array(Worth).length(evidence.length) })
      try {
        const { value, usage } = await structured(chat, request, form, { signal, modes, name: 'worths' })
        return { worths: value.scores, usage }
      } catch (error) {
        return unsifted(error, evidence)
      }
    },
  }
}

/** Returns `unsifted` if the server failed, or the second answer was no better than the first; rethrows bugs and aborts. */
function unsifted(error: unknown, evidence: readonly Evidence[]): Sifting {
  const worths = evidence.map(() => 'unsifted' as const)
  if (error instanceof GlossError && error.code === 'MODEL_ANSWER_INVALID')
    return { worths, ...usageIn(error) }
  if (isModelFailure(error)) return { worths }
  throw error
}

/** Returns the tokens of answers that could not be read. */
function usageIn({ facts }: GlossError): Pick<Sifting, 'usage'> {
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = facts
  if (typeof promptTokens !== 'number' || typeof completionTokens !== 'number') return {}
  return { usage: { promptTokens, completionTokens, estimated: true } }
}

/**
 * Sampling settings for patterns whose roles all use the same ones, so that arms of a comparison can be given equal values
 * (specs/reasoning-with-a-star.md 2.1, whose paper says "matched" and gives no values).
 */
import { z } from 'zod'
import type { ChatRequest } from '../models/index.ts'
import { count, decimal } from '../monitor/index.ts'

export const DECODING_SETTINGS = {
  temperature: decimal(0.2, 0, 2).describe('Sampling temperature.'),
  maxTokens: count(8_192, 1, 1_000_000).describe('Maximum tokens per answer, thoughts included.'),
  seed: z.number().int().nullable().default(null).describe('Random seed, if the server supports it.'),
}

/** All settings of patterns that only ask single questions. */
export const DecodingSettings = z.strictObject(DECODING_SETTINGS).readonly()
export type DecodingSettings = z.infer<typeof DecodingSettings>

/** Returns the sampling fields of a request. */
export function decodingOf({
  temperature,
  maxTokens,
  seed,
}: DecodingSettings): Omit<ChatRequest, 'messages'> {
  return { temperature, maxTokens, ...(seed === null ? {} : { extraBody: { seed } }) }
}

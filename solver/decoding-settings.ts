/**
 * How answers are sampled, for patterns whose roles are all asked alike, so that arms of a comparison can be given the same values
 * (specs/reasoning-with-a-star.md 2.1, whose paper says "matched" and gives no values).
 */
import { z } from 'zod'
import type { ChatRequest } from '../models/index.ts'

export const DECODING_SETTINGS = {
  temperature: z.number().min(0).max(2).default(0.2).describe('Sampling temperature.'),
  maxTokens: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(8_192)
    .describe('Most tokens of an answer, thoughts included.'),
  seed: z.number().int().nullable().default(null).describe('Random seed, if the server supports it.'),
}

/** All that is free in patterns whose roles are only asked. */
export const DecodingSettings = z.strictObject(DECODING_SETTINGS).readonly()
export type DecodingSettings = z.infer<typeof DecodingSettings>

/** The part of a request. */
export function decodingOf({
  temperature,
  maxTokens,
  seed,
}: DecodingSettings): Omit<ChatRequest, 'messages'> {
  return { temperature, maxTokens, ...(seed === null ? {} : { extraBody: { seed } }) }
}

/**
 * How answers are sampled, for patterns whose roles are all asked alike, so that arms of a comparison can be given the same values
 * (specs/reasoning-with-a-star.md 2.1, whose paper says "matched" and gives no values).
 */
import { z } from 'zod'
import type { ChatRequest } from '../models/index.ts'
import { count, decimal } from '../monitor/index.ts'

export const DECODING_SETTINGS = {
  temperature: decimal(0.2, 0, 2).describe('Sampling temperature.'),
  maxTokens: count(8_192, 1, 1_000_000).describe('Most tokens of an answer, thoughts included.'),
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

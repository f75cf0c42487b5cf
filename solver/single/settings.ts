/** What is free in a single shot. Defaults: specs/reasoning-with-a-star.md 2.1, whose paper gives no values. */
import { z } from 'zod'

export const SingleSettings = z
  .strictObject({
    temperature: z.number().min(0).max(2).default(0.2).describe('Sampling temperature.'),
    maxTokens: z
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .default(8_192)
      .describe('Most tokens of the answer, thoughts included.'),
    seed: z.number().int().nullable().default(null).describe('Random seed, if the server supports it.'),
  })
  .readonly()

export type SingleSettings = z.infer<typeof SingleSettings>

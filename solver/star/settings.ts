/** What is free in PACE, PHASE and SCHEMA alike. */
import { z } from 'zod'
import { DECODING_SETTINGS } from '../decoding-settings.ts'

export const StarSettings = z
  .strictObject({
    gaps: z
      .enum(['open', 'closed'])
      .default('open')
      .describe(
        '`open`: who judges an answer is given what the paper gives, which leaves out the question; `closed`: also what it leaves out.',
      ),
    ...DECODING_SETTINGS,
  })
  .readonly()

export type StarSettings = z.infer<typeof StarSettings>

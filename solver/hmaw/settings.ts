/** What is free in HMAW. */
import { z } from 'zod'
import { DECODING_SETTINGS } from '../decoding-settings.ts'

export const HmawSettings = z.strictObject(DECODING_SETTINGS).readonly()

export type HmawSettings = z.infer<typeof HmawSettings>

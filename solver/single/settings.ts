/** What is free in a single shot. */
import { z } from 'zod'
import { DECODING_SETTINGS } from '../decoding-settings.ts'

export const SingleSettings = z.strictObject(DECODING_SETTINGS).readonly()

export type SingleSettings = z.infer<typeof SingleSettings>

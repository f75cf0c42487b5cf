/** The plan of PACE (specs/reasoning-with-a-star.md 2.3). */
import { z } from 'zod'
import { answerType, FreeList, List, limitedReader, Text } from '../star/read-structure.ts'

const PacePlan = z.object({
  expected_type: answerType('numeric', 'json', 'symbolic', 'latex', 'text', 'figure', 'code'),
  required_units: z.preprocess((given) => given ?? null, z.union([z.null(), Text])),
  format_hints: Text,
  plan: List,
  checks: FreeList,
})

export type PacePlan = z.infer<typeof PacePlan>

export const NO_PACE_PLAN: PacePlan = {
  expected_type: 'unknown',
  required_units: null,
  format_hints: '',
  plan: [],
  checks: [],
}

export const readPacePlan = limitedReader(PacePlan, { plan: 4, checks: 2 })

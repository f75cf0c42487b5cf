/** Reads the plan and the hypothesis of PHASE (specs/reasoning-with-a-star.md 2.3). */
import { z } from 'zod'
import { answerType, FreeList, List, limitedReader, Text } from '../rws/read-structure.ts'

const PhasePlan = z.object({
  expected_type: answerType('numeric', 'json', 'symbolic', 'latex', 'text', 'code'),
  domain_hint: Text,
  plan: List,
  checks: FreeList,
  format_hints: Text,
})

export type PhasePlan = z.infer<typeof PhasePlan>

export const NO_PHASE_PLAN: PhasePlan = {
  expected_type: 'unknown',
  domain_hint: '',
  plan: [],
  checks: [],
  format_hints: '',
}

export const readPhasePlan = limitedReader(PhasePlan, { plan: 4, checks: 2 })

/** All keys are optional; keys that the prompt does not name are kept. */
const Hypothesis = z.looseObject({ assumptions: FreeList.optional(), equations_latex: FreeList.optional() })

export type Hypothesis = z.infer<typeof Hypothesis>

export const readHypothesis = limitedReader(Hypothesis, { assumptions: 5, equations_latex: 5 })

/**
 * All rules of the lexical monitor as data, each with examples that are run as tests. The weights are chosen,
 * not fitted: 1 for a plain statement of ignorance, under 1/2 for what models also say of plans and of
 * arithmetic. What they reach: docs/figures/triggers.json.
 */
import type { DoubtRule } from './doubt-rule.ts'
import { ASSUMPTIONS } from './rules-of-assumption.ts'
import { ASSURANCES, FACTS } from './rules-of-context.ts'
import { CONTRADICTIONS } from './rules-of-contradiction.ts'
import { GAPS } from './rules-of-gaps.ts'
import { HEDGES } from './rules-of-hedging.ts'
import { IGNORANCE } from './rules-of-ignorance.ts'
import { LOOKUPS } from './rules-of-lookup.ts'
import { MEMORIES } from './rules-of-memory.ts'
import { OPEN_QUESTIONS } from './rules-of-open-questions.ts'
import { QUESTIONS } from './rules-of-questions.ts'
import { WANTED_FACTS } from './rules-of-wanted-facts.ts'

export const DOUBT_RULES: readonly DoubtRule[] = [
  ...IGNORANCE,
  ...GAPS,
  ...MEMORIES,
  ...LOOKUPS,
  ...WANTED_FACTS,
  ...HEDGES,
  ...ASSUMPTIONS,
  ...QUESTIONS,
  ...OPEN_QUESTIONS,
  ...CONTRADICTIONS,
  ...FACTS,
  ...ASSURANCES,
]

/** How much can a run ask of its models at most? By the settings alone: for projections before anything is asked. */
import type { RoleTurns } from '../pattern.ts'
import { MAX_EVALUATOR_TOKENS, MAX_EVALUATOR_TURNS } from './evaluate.ts'
import { REPAIR_TOKENS } from './rank.ts'
import type { Eigen1Settings } from './settings.ts'

/** Every solution fails in every round and every evaluation is asked for as often as it may. Roles that are never asked are left out. */
export function mostTurns({
  proposers,
  corrects,
  refines,
  evaluates,
  rounds,
  maxTokens,
}: Eigen1Settings): RoleTurns[] {
  const scored = evaluates ? proposers * rounds : 0
  const isPool = proposers > 1
  const agents = (role: string, turns: number) => ({
    role,
    turns,
    completionTokens: turns * maxTokens,
  })
  const evaluations = scored * MAX_EVALUATOR_TURNS
  const roles: RoleTurns[] = [
    agents('proposer', proposers),
    agents('corrector', (corrects ? proposers : 0) + scored),
    agents('refiner', refines && isPool ? proposers : 0),
    {
      role: 'evaluator',
      turns: evaluations,
      completionTokens: evaluations * Math.min(MAX_EVALUATOR_TOKENS, maxTokens),
    },
    isPool
      ? { role: 'ranker', turns: 2, completionTokens: maxTokens + Math.min(REPAIR_TOKENS, maxTokens) }
      : agents('ranker', 0),
  ]
  return roles.filter(({ turns }) => turns > 0)
}

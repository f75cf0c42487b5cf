/** How much can a run ask of its models at most? By the settings alone. */
import type { RoleTurns } from '../pattern.ts'
import { type RethinkerSettings, selectorRounds } from './settings.ts'

/** Every agent takes all its steps and the last attempt, every summary is repaired, and the picks differ. Roles that are never asked are left out. */
export function mostTurns(settings: RethinkerSettings): RoleTurns[] {
  const { paths, solverRounds, criticRounds, maxSteps, maxTokens } = settings
  const each = maxSteps + 1
  const selections = paths > 1 ? selectorRounds(settings) + 1 : 0
  const turns = [
    { role: 'solver', turns: paths * solverRounds * each },
    { role: 'reflector', turns: criticRounds > 0 ? paths * 2 : 0 },
    { role: 'critic', turns: paths * criticRounds * each },
    // And one last question where the adjudication named none.
    { role: 'selector', turns: selections > 0 ? selections * each + 1 : 0 },
  ]
  return turns
    .filter(({ turns: count }) => count > 0)
    .map((role) => ({ ...role, completionTokens: role.turns * maxTokens }))
}

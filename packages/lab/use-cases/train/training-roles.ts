/** Whose models the data tools ask: `curator` falls back to `judge`, `synthesiser` to `proposer` (specs/rethinker.md 3), and both to the default. */

import type { Role } from '../../../../app/config/index.ts'
import type { Gloss } from '../../../../app/wiring/index.ts'
import type { Ledger } from '../../../../models/index.ts'

export type TrainingRole = 'curator' | 'synthesiser'

const FALLBACKS: Readonly<Record<TrainingRole, Role>> = { curator: 'judge', synthesiser: 'proposer' }

/** A role of the configuration; undefined: the default model. */
export function servingTrainingRole({ config }: Pick<Gloss, 'config'>, role: TrainingRole): Role | undefined {
  return [role, FALLBACKS[role]].find((name) => config.llmRoles[name] !== undefined)
}

/** How a chat of this role is opened; what it is asked is counted under the role's own name. */
export function trainingChat(gloss: Gloss, role: TrainingRole, ledger?: Ledger) {
  return {
    role: servingTrainingRole(gloss, role),
    countedAs: role,
    ...(ledger === undefined ? {} : { ledger }),
  }
}

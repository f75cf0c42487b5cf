/** Chooses the tools' models: `curator` falls back to `judge`, `synthesiser` to `proposer` (specs/rethinker.md 3), then the default. */

import type { Role } from '../../../../app/config/index.ts'
import type { Gloss } from '../../../../app/wiring/index.ts'
import type { Ledger } from '../../../../models/index.ts'

export type TrainingRole = 'curator' | 'synthesiser'

const FALLBACKS: Readonly<Record<TrainingRole, Role>> = { curator: 'judge', synthesiser: 'proposer' }

/** Returns a role of the configuration, or undefined for the default model. */
export function servingTrainingRole({ config }: Pick<Gloss, 'config'>, role: TrainingRole): Role | undefined {
  return [role, FALLBACKS[role]].find((name) => config.llmRoles[name] !== undefined)
}

/** Opens a chat of this role; its calls are counted under the role's own name. */
export function trainingChat(gloss: Gloss, role: TrainingRole, ledger?: Ledger) {
  return {
    role: servingTrainingRole(gloss, role),
    countedAs: role,
    ...(ledger === undefined ? {} : { ledger }),
  }
}

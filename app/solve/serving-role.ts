/** Whose model does a role of a pattern ask? Its own where it has one, else that of the role it falls back to, else the default one. */
import { type PatternDefinition, roleChain } from '../../solver/index.ts'
import type { Config } from '../config/config.ts'
import type { Role } from '../config/model-settings.ts'

/** A role of the configuration; undefined: the default model. */
export function servingRole(
  { llmRoles }: Pick<Config, 'llmRoles'>,
  pattern: PatternDefinition | null,
  role: string,
): Role | undefined {
  return roleChain(pattern, role).find((name) => llmRoles[name] !== undefined)
}

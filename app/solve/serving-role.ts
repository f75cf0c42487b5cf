/** Finds the role whose model serves a role of a pattern: its own, else that of the role it falls back to, else the default model. */
import { type PatternDefinition, roleChain } from '../../solver/index.ts'
import type { Config } from '../config/config.ts'
import type { Role } from '../config/model-settings.ts'

/** Returns a role of the configuration; undefined for the default model. */
export function servingRole(
  { llmRoles }: Pick<Config, 'llmRoles'>,
  pattern: PatternDefinition | null,
  role: string,
): Role | undefined {
  return roleChain(pattern, role).find((name) => llmRoles[name] !== undefined)
}

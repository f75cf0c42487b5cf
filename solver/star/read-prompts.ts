/** Prompts of a folder, by the name of the role that has them. */
import { type Prompt, readPrompt } from '../../core/index.ts'

/** `PACE_PLANNER` of `./prompts/planner.txt`. */
export function readStarPrompts<Role extends string>(
  pattern: string,
  folder: URL,
  roles: readonly Role[],
): Readonly<Record<Role, Prompt>> {
  const entries = roles.map((role) => [
    role,
    readPrompt(`${pattern}_${role.toUpperCase()}`, new URL(`${role}.txt`, folder)),
  ])
  return Object.fromEntries(entries) as Record<Role, Prompt>
}

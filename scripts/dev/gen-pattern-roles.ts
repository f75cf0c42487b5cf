/**
 * Writes the roles of the solver's patterns to a file that the settings read. The first step of `npm run docs`: the pages of the second
 * describe the settings. A test compares the file with the patterns.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PATTERN_ROLES } from '../../solver/index.ts'

/** Path from the root. */
export const PATTERN_ROLES_FILE = 'app/config/pattern-roles.json'

export function patternRolesFile(): string {
  return `${JSON.stringify(PATTERN_ROLES, null, 2)}\n`
}

if (process.argv[1] === import.meta.filename)
  await writeFile(join(import.meta.dirname, '..', '..', PATTERN_ROLES_FILE), patternRolesFile())

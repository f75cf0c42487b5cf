/** Finds patterns by name. */
import { GlossError } from '../core/index.ts'
import type { PatternDefinition, PatternPreset } from './pattern.ts'
import { PATTERN_LIST } from './pattern-list.ts'

export const PATTERN_NAMES: readonly string[] = PATTERN_LIST.map(({ name }) => name)
export const DEFAULT_PATTERN = 'eigen1'

/** Roles of all patterns, each once. */
export const PATTERN_ROLES: readonly string[] = [
  ...new Set(PATTERN_LIST.flatMap(({ roles }) => roles.map(({ name }) => name))),
]

/** Plug-ins of this process, which are not in lists and pages. */
const added = new Map<string, PatternDefinition>()

/** Adds a pattern; the returned function removes it. Throws `PLUGIN_INVALID` if the name is taken. */
export function addPattern(pattern: PatternDefinition): () => void {
  const { name } = pattern
  if (findPattern(name) !== null)
    throw new GlossError(
      'PLUGIN_INVALID',
      `A pattern "${name}" already exists; give the plug-in another name.`,
      { plugin: name },
    )
  added.set(name, pattern)
  return () => void added.delete(name)
}

/** Returns the pattern; null for a name that this version does not have. */
export function findPattern(name: string): PatternDefinition | null {
  return PATTERN_LIST.find((pattern) => pattern.name === name) ?? added.get(name) ?? null
}

/** Returns the pattern. Throws `INPUT_INVALID` with the names of all patterns. */
export function patternNamed(name: string): PatternDefinition {
  const found = findPattern(name)
  if (found !== null) return found
  throw new GlossError(
    'INPUT_INVALID',
    `There is no pattern "${name}"; the patterns are ${PATTERN_NAMES.join(', ')}.`,
    { field: 'pattern', pattern: name },
  )
}

/** Returns the preset. Throws `INPUT_INVALID` with the names of the pattern's presets. */
export function presetOf({ name, presets }: PatternDefinition, preset: string): PatternPreset {
  const found = Object.hasOwn(presets, preset) ? presets[preset] : undefined
  if (found !== undefined) return found
  const names = Object.keys(presets)
  const existing = names.length === 0 ? 'it has none' : `its presets are ${names.join(', ')}`
  throw new GlossError('INPUT_INVALID', `The pattern ${name} has no preset "${preset}"; ${existing}.`, {
    field: 'preset',
    preset,
  })
}

/** Returns the roles whose model a role may use, the first choice first; roles of the loop, such as `querier`, have no fallback. */
export function roleChain(pattern: PatternDefinition | null, role: string): readonly string[] {
  const fallback = pattern?.roles.find(({ name }) => name === role)?.fallback ?? null
  return fallback === null ? [role] : [role, fallback]
}

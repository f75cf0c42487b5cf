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

/** Plug-ins of this process, which lists and pages do not have. */
const added = new Map<string, PatternDefinition>()

/** Until the function that it returns is called. Throws `PLUGIN_INVALID` where the name is taken. */
export function addPattern(pattern: PatternDefinition): () => void {
  const { name } = pattern
  if (findPattern(name) !== null)
    throw new GlossError(
      'PLUGIN_INVALID',
      `There is a pattern "${name}" already; give the plug-in another name.`,
      { plugin: name },
    )
  added.set(name, pattern)
  return () => void added.delete(name)
}

/** Null for the name of a pattern of another version. */
export function findPattern(name: string): PatternDefinition | null {
  return PATTERN_LIST.find((pattern) => pattern.name === name) ?? added.get(name) ?? null
}

/** Throws `INPUT_INVALID` naming the patterns that there are. */
export function patternNamed(name: string): PatternDefinition {
  const found = findPattern(name)
  if (found !== null) return found
  throw new GlossError(
    'INPUT_INVALID',
    `There is no pattern "${name}"; the patterns are ${PATTERN_NAMES.join(', ')}.`,
    { field: 'pattern', pattern: name },
  )
}

/** Throws `INPUT_INVALID` naming the presets of the pattern. */
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

/** Whose model a role of a pattern asks, the nearest first; roles of the loop, such as `querier`, are their own. */
export function roleChain(pattern: PatternDefinition | null, role: string): readonly string[] {
  const fallback = pattern?.roles.find(({ name }) => name === role)?.fallback ?? null
  return fallback === null ? [role] : [role, fallback]
}

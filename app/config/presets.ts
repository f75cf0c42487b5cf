/**
 * Settings that belong together, by name, for whatever is not a run of the solver: presets of patterns are theirs. `published` is Eigen-1 as
 * its paper and its released code have it; each value with its source, and what cannot be had, in docs/published.md.
 */
import { GlossError } from '../../core/index.ts'
import { PUBLISHED, PUBLISHED_WATCH } from '../../solver/index.ts'

export const PRESET_NAMES = ['published'] as const
export type PresetName = (typeof PRESET_NAMES)[number]

type Values = Readonly<Record<string, unknown>>

/** What a preset fixes, by use. Keys are those of the requests that take it. */
export interface Preset {
  readonly monitor: 'published'
  readonly backend: 'hipporag:published'
  /** Of the loop around any stream. */
  readonly watch: Values
  readonly ingest: Values
}

export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  published: {
    monitor: PUBLISHED.monitor,
    backend: PUBLISHED.backend,
    watch: PUBLISHED_WATCH,
    ingest: { topic: 'biochem', policy: 'published', summariser: 'llm', unitsOnly: true },
  },
}

/**
 * What was given, completed by what the preset fixes. Throws `INPUT_INVALID` naming the option and both values where what was given
 * contradicts the preset.
 */
export function withPreset<Given extends object>(
  name: string,
  fixed: Values,
  given: Given,
  place = '',
): Given {
  for (const [key, value] of Object.entries(given))
    if (value !== undefined && key in fixed && JSON.stringify(value) !== JSON.stringify(fixed[key]))
      throw new GlossError(
        'INPUT_INVALID',
        `The preset "${name}" sets ${place}${key} to ${JSON.stringify(fixed[key])}, and ${JSON.stringify(value)} was given; leave out one of them.`,
        { field: `${place}${key}`, preset: name },
      )
  return { ...given, ...fixed }
}

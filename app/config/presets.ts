/**
 * Settings that belong together, by name, for whatever is not a run of the solver: presets of patterns are theirs. `published` is Eigen-1 as
 * its paper and its released code have it; each value with its source, and what cannot be had, in docs/published.md.
 */
import { invalidInput } from '../../core/index.ts'

export const PRESET_NAMES = ['published'] as const
export type PresetName = (typeof PRESET_NAMES)[number]

type Values = Readonly<Record<string, unknown>>

/** What each fixes of an ingest; what it fixes of watching a model is in app/think/watch-presets.ts. */
export const INGEST_PRESETS: Readonly<Record<PresetName, Values>> = {
  published: { topic: 'biochem', policy: 'published', summariser: 'llm', unitsOnly: true },
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
      throw invalidInput(
        `${place}${key}`,
        `The preset "${name}" sets ${place}${key} to ${JSON.stringify(fixed[key])}, and ${JSON.stringify(value)} was given; leave out one of them.`,
        { preset: name },
      )
  return { ...given, ...fixed }
}

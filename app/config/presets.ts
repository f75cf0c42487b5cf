/**
 * Named sets of settings for everything but runs of the solver, whose patterns have their own presets. `published` is Eigen-1 as in its
 * paper and its released code; docs/published.md has the source of each value, and what cannot be had.
 */
import { invalidInput } from '../../core/index.ts'

export const PRESET_NAMES = ['published'] as const
export type PresetName = (typeof PRESET_NAMES)[number]

type Values = Readonly<Record<string, unknown>>

/** Settings of an ingest by preset; those for watching a model are in app/think/watch-presets.ts. */
export const INGEST_PRESETS: Readonly<Record<PresetName, Values>> = {
  published: { topic: 'biochem', policy: 'published', summariser: 'llm', unitsOnly: true },
}

/**
 * Completes the given settings with those of the preset. Throws `INPUT_INVALID` naming the option and both values if a given one
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
        `The preset "${name}" sets ${place}${key} to ${JSON.stringify(fixed[key])}, but ${JSON.stringify(value)} was given; leave out one of them.`,
        { preset: name },
      )
  return { ...given, ...fixed }
}

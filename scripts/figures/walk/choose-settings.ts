/** Chooses the walk's ingredients on some sets, one after the other. */
import { INGREDIENTS } from './ingredients.ts'
import { FORMER_SETTINGS, type WalkSettings } from './settings.ts'

/** What any value must gain to be preferred to the simplest: .0025 is half a question of 200. */
const LEAST_GAIN = 0.0025

export interface Chosen {
  readonly settings: WalkSettings
  /** By ingredient: the label of its value. */
  readonly values: Readonly<Record<string, string>>
}

/** `score` is the mean recall@5 on the sets to choose on. One pass through the ingredients, from the settings that were there before. */
export function chooseSettings(score: (settings: WalkSettings) => number): Chosen {
  let settings = FORMER_SETTINGS
  const values: Record<string, string> = {}
  for (const ingredient of INGREDIENTS) {
    const tried = ingredient.values.map(([label, change]) => {
      const changed = { ...settings, ...change }
      return { label, settings: changed, score: score(changed) }
    })
    const best = Math.max(...tried.map((value) => value.score))
    const simplest = tried[0]!
    const chosen =
      simplest.score >= best - LEAST_GAIN ? simplest : tried.find(({ score: own }) => own === best)!
    settings = chosen.settings
    values[ingredient.name] = chosen.label
  }
  return { settings, values }
}

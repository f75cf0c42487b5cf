/** What settings cost beside each other: rows of Table 3, each with what it saves against a named one. */
import { GlossError } from '../../../../core/index.ts'
import type { AccuracyFigures } from './accuracy.ts'

export interface SettingFigures {
  readonly name: string
  readonly accuracy: AccuracyFigures
  /** Means of a question. */
  readonly tokens: number
  readonly steps: number
}

export interface SettingRow extends SettingFigures {
  /** Per cent less than the row of comparison; below 0 where it is more. Null for that row itself, and where it has none. */
  readonly savedTokensPercent: number | null
  readonly savedStepsPercent: number | null
}

/** Throws `INPUT_INVALID` where no row has this name. */
export function withSavings(settings: readonly SettingFigures[], against: string): SettingRow[] {
  const base = settings.find(({ name }) => name === against)
  if (base === undefined)
    throw new GlossError(
      'INPUT_INVALID',
      `There is no setting "${against}"; available: ${settings.map(({ name }) => `"${name}"`).join(', ')}.`,
      { field: 'against' },
    )
  return settings.map((setting) => ({
    ...setting,
    savedTokensPercent: setting === base ? null : savedPercent(base.tokens, setting.tokens),
    savedStepsPercent: setting === base ? null : savedPercent(base.steps, setting.steps),
  }))
}

function savedPercent(before: number, now: number): number | null {
  return before === 0 ? null : 100 * (1 - now / before)
}

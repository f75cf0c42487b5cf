/** Settings of a comparison's arms: each has those of its pattern, and all share the decoding (specs/reasoning-with-a-star.md 2.1). */
import { GlossError } from '../../../../core/index.ts'
import type { PatternDefinition, PatternSettings } from '../../../../solver/index.ts'

/** Names of the decoding settings in patterns. */
const DECODING_NAMES = ['temperature', 'maxTokens', 'seed'] as const

/** `temperature=0.2,maxTokens=4096,seed=1`. Throws `INPUT_INVALID` for anything else; whether a value is in range is the pattern's to say. */
export function readDecoding(text: string): PatternSettings {
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [name = '', value = ''] = part.split('=').map((piece) => piece.trim())
      const number = value === '' ? Number.NaN : Number(value)
      if (DECODING_NAMES.some((known) => known === name) && Number.isFinite(number)) return [name, number]
      throw new GlossError(
        'INPUT_INVALID',
        `"${part}" is not a decoding setting; write NAME=NUMBER with one of ${DECODING_NAMES.join(', ')}, and commas between several.`,
        { field: 'decoding' },
      )
    }),
  )
}

/** Returns the settings that the pattern has. */
export function knownSettings(
  { settings: schema }: PatternDefinition,
  settings: PatternSettings,
): PatternSettings {
  const shape = schema.unwrap().shape
  return Object.fromEntries(Object.entries(settings).filter(([name]) => Object.hasOwn(shape, name)))
}

/** Throws `INPUT_INVALID` if an arm cannot have the decoding of the others, or sets a different one. */
export function checkDecoding(
  pattern: PatternDefinition,
  row: { readonly name: string; readonly settings: PatternSettings },
  decoding: PatternSettings,
): void {
  const known = knownSettings(pattern, decoding)
  for (const [name, value] of Object.entries(decoding)) {
    const own = row.settings[name]
    if (Object.hasOwn(known, name) && (own === undefined || own === value)) continue
    const why =
      own === undefined ? `the pattern ${pattern.name} has no such setting` : `it has ${name} ${own}`
    throw new GlossError(
      'INPUT_INVALID',
      `The row ${row.name} cannot have ${name} ${value}: ${why}. Leave out the row or the setting.`,
      { field: 'decoding', row: row.name },
    )
  }
}

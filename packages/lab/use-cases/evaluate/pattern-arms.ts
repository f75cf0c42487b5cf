/** Builds the arms of `compare-patterns`: a pattern, or a preset of it, with those of the common settings that it has. */
import { join } from 'node:path'
import type { SetRequest } from '../../../../app/solve/index.ts'
import { GlossError } from '../../../../core/index.ts'
import { PATTERN_NAMES, type PatternSettings, patternNamed, presetOf } from '../../../../solver/index.ts'
import { checkDecoding, knownSettings } from './arm-settings.ts'

export interface PatternArm {
  /** Name, such as `rethinker` or `rethinker:lean`. */
  readonly name: string
  readonly pattern: string
  readonly request: SetRequest['request']
}

export interface ArmChoice {
  /** Names of arms; all patterns if absent. */
  readonly arms?: readonly string[] | undefined
  /** Settings by name: a plain name is for every pattern that has it; `rethinker.paths` is for one pattern. */
  readonly settings: PatternSettings
  readonly decoding?: PatternSettings | undefined
  /** Other parts of the request, the same for all arms. */
  readonly base: Omit<SetRequest['request'], 'pattern' | 'preset' | 'settings'>
}

/** Throws `INPUT_INVALID` for patterns, presets and settings that do not exist, for an arm twice, and for decoding that an arm cannot have. */
export function patternArms({ arms: names, settings, decoding = {}, base }: ArmChoice): PatternArm[] {
  const asked = names ?? PATTERN_NAMES
  const arms = asked.map((name) => armNamed(name, { settings, decoding, base }))
  const twice = asked.find((name, place) => asked.indexOf(name) < place)
  if (twice !== undefined) throw invalid(`The pattern ${twice} was named twice.`, 'patterns')
  for (const name of Object.keys(settings))
    if (!arms.some((arm) => Object.hasOwn(arm.request.settings ?? {}, name.replace(/^\w+\./, ''))))
      throw invalid(
        `None of ${arms.map((arm) => arm.name).join(', ')} has a setting "${name}".`,
        `settings.${name}`,
      )
  return arms
}

function armNamed(name: string, { settings, decoding = {}, base }: Omit<ArmChoice, 'arms'>): PatternArm {
  const [own = '', preset, ...more] = name.split(':')
  const pattern = patternNamed(own)
  if (more.length > 0) throw invalid(`"${name}" is not PATTERN or PATTERN:PRESET.`, 'patterns')
  if (preset !== undefined) presetOf(pattern, preset)
  const start = `${own}.`
  const alone = Object.entries(settings).flatMap(([key, value]) =>
    key.startsWith(start) ? [[key.slice(start.length), value]] : [],
  )
  const given = { ...knownSettings(pattern, settings), ...Object.fromEntries(alone) }
  checkDecoding(pattern, { name, settings: given }, decoding)
  return {
    name,
    pattern: own,
    request: { ...base, pattern: own, preset, settings: { ...given, ...decoding } },
  }
}

/** Returns the folder of an arm's answers. */
export function armFolder({ name }: PatternArm, out: string): string {
  return join(out, name.replace(':', '-'))
}

function invalid(message: string, field: string): GlossError {
  return new GlossError('INPUT_INVALID', message, { field })
}

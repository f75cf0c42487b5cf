/** The option that chooses settings by the name of a preset. */
import type { Command } from 'commander'
import { PRESET_NAMES, type PresetName } from '../../app/config/index.ts'
import { oneOf } from '../options.ts'

export interface PresetOption {
  readonly preset?: PresetName
}

export function withPresetOption(command: Command, what: string): Command {
  return command.option(
    '--preset <name>',
    `settings by name: ${PRESET_NAMES.join(', ')} (${what}; see docs/published.md)`,
    oneOf('--preset', PRESET_NAMES),
  )
}

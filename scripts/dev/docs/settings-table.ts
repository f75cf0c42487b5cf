/** Generates tables of the loop's and the pattern's settings, from their schemas and the command-line options. */
import type { z } from 'zod'
import { settingFlags } from '../../../cli/commands/setting-options.ts'
import { WatchSettings } from '../../../monitor/index.ts'
import { Eigen1Settings } from '../../../solver/index.ts'
import { table } from './markdown.ts'

export function watchSettingsPart(): string {
  return settingsTable(WatchSettings.unwrap().shape)
}

export function solveSettingsPart(): string {
  return settingsTable(Eigen1Settings.unwrap().shape)
}

function settingsTable(shape: Readonly<Record<string, z.ZodType>>): string {
  const flags = settingFlags()
  const rows = Object.entries(shape).map(([name, schema]) => {
    const value = JSON.stringify(schema.parse(undefined)).replaceAll(',', ', ')
    return [`\`${name}\``, `\`${flags[name] ?? ''}\``, value, schema.description ?? '']
  })
  return table(['setting', 'option', 'default', 'meaning'], rows)
}

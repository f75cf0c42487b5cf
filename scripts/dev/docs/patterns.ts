/** Generates tables of the solver's patterns: a row for each, and the settings of each with their options. */
import { settingFlags } from '../../../cli/commands/setting-options.ts'
import { PATTERN_LIST, type PatternDefinition } from '../../../solver/index.ts'
import { table } from './markdown.ts'

export function patternsPart(): string {
  const rows = PATTERN_LIST.map((pattern) => {
    const { name, summary, roles, presets, calls, ablations } = pattern
    return [
      `\`${name}\``,
      summary,
      roles.map(roleText).join('; '),
      Object.keys(pattern.settings.unwrap().shape)
        .map((setting) => `\`${setting}\``)
        .join(' '),
      named(Object.keys(presets)),
      calls,
      named([...new Set(ablations.map((row) => row.table))]),
    ]
  })
  return table(
    ['pattern', 'what it does', 'roles', 'settings', 'presets', 'calls at most', 'tables of `gloss ablate`'],
    rows,
  )
}

/** Returns a section for each pattern. */
export function patternSettingsPart(): string {
  return PATTERN_LIST.map(
    (pattern) => `### \`${pattern.name}\`: ${pattern.title}\n\n${settingsTable(pattern)}`,
  ).join('\n\n')
}

function settingsTable({ settings }: PatternDefinition): string {
  const flags = settingFlags()
  const defaults = settings.parse({})
  const rows = Object.entries(settings.unwrap().shape).map(([name, schema]) => {
    const value = JSON.stringify(defaults[name]).replaceAll(',', ', ')
    const { description = '' } = schema as { readonly description?: string }
    return [`\`${name}\``, `\`${flags[name] ?? `--set ${name}=…`}\``, value, description]
  })
  return table(['setting', 'option', 'default', 'meaning'], rows)
}

function roleText({ name, does, fallback }: PatternDefinition['roles'][number]): string {
  const model = fallback === null ? '' : ` (default model: that of the ${fallback})`
  return `\`${name}\` ${does}${model}`
}

function named(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map((name) => `\`${name}\``).join(', ')
}
